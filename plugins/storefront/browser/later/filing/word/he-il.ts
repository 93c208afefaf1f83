// Texts of file fields, in Hebrew.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `„${name}” אינו מן הסוגים המתקבלים כאן: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}” גדול מ־${megabytes} MB.`,
  cancel: 'ביטול',
  fileCame: (name) => `„${name}” נשלח.`,
  fileRemoved: (name) => `„${name}” הוסר.`,
  leaveOut: (name) => `ביטול: לא לשלוח את „${name}”`,
  preview: (name) => `תצוגה מקדימה של „${name}”`,
  remove: 'הסרה',
  removeFile: (name) => `הסרה: „${name}”`,
  sending: (name) => `„${name}” נשלח כעת`,
  tooLarge: 'הקובץ גדול ממה שהחנות מקבלת.',
}
