// Texts of file fields, in German.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `„${name}“ ist keine der Dateiarten, die hier angenommen werden: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}“ ist größer als ${megabytes} MB.`,
  cancel: 'Abbrechen',
  fileCame: (name) => `„${name}“ ist angekommen.`,
  fileRemoved: (name) => `„${name}“ ist entfernt.`,
  leaveOut: (name) => `Abbrechen: „${name}“ nicht senden`,
  preview: (name) => `Vorschau von „${name}“`,
  remove: 'Entfernen',
  removeFile: (name) => `Entfernen: „${name}“`,
  sending: (name) => `„${name}“ wird gesendet`,
  tooLarge: 'Die Datei ist dem Shop zu groß.',
}
