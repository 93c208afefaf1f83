// What a field for files says, in Hebrew.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `„${name}” אינו מן הסוגים המתקבלים כאן: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}” גדול מ־${megabytes} MB.`,
  allowedFiles: (extensions, megabytes) => `מותר: ${extensions}, עד ${megabytes} MB`,
}
