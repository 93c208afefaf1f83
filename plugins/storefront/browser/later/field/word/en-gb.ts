// What a field for files says, in English.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `“${name}” is none of the kinds that are taken here: ${extensions}.`,
  fileSize: (name, megabytes) => `“${name}” is larger than ${megabytes} MB.`,
  allowedFiles: (extensions, megabytes) => `Allowed: ${extensions}, up to ${megabytes} MB`,
}
