// What a field for files says, in German.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `„${name}“ ist keine der Dateiarten, die hier angenommen werden: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}“ ist größer als ${megabytes} MB.`,
  allowedFiles: (extensions, megabytes) => `Erlaubt: ${extensions}, bis ${megabytes} MB`,
}
