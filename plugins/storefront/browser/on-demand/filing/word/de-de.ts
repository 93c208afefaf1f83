// Texts of file fields, in German.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `„${name}“ hat keinen erlaubten Dateityp. Erlaubt: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}“ ist größer als ${megabytes} MB.`,
  cancel: 'Abbrechen',
  fileCame: (name) => `„${name}“ wurde hochgeladen.`,
  fileRemoved: (name) => `„${name}“ wurde entfernt.`,
  leaveOut: (name) => `Hochladen von „${name}“ abbrechen`,
  preview: (name) => `Vorschau von „${name}“`,
  remove: 'Entfernen',
  removeFile: (name) => `„${name}“ entfernen`,
  sending: (name) => `„${name}“ wird hochgeladen`,
  tooLarge: 'Die Datei ist zu groß.',
}
