// Texts of file fields, in Hebrew.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `סוג הקובץ „${name}” אינו נתמך. מותר: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}” גדול מ־${megabytes} MB.`,
  cancel: 'ביטול',
  fileCame: (name) => `„${name}” הועלה.`,
  fileRemoved: (name) => `„${name}” הוסר.`,
  leaveOut: (name) => `ביטול ההעלאה של „${name}”`,
  preview: (name) => `תצוגה מקדימה של „${name}”`,
  remove: 'הסרה',
  removeFile: (name) => `הסרת „${name}”`,
  sending: (name) => `„${name}” בהעלאה`,
  tooLarge: 'הקובץ גדול מדי.',
}
