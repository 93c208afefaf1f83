// Texts of file fields, in English.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `“${name}” is none of the kinds that are taken here: ${extensions}.`,
  fileSize: (name, megabytes) => `“${name}” is larger than ${megabytes} MB.`,
  cancel: 'Cancel',
  fileCame: (name) => `“${name}” has been sent.`,
  fileRemoved: (name) => `“${name}” has been removed.`,
  leaveOut: (name) => `Cancel: do not send “${name}”`,
  preview: (name) => `Preview of “${name}”`,
  remove: 'Remove',
  removeFile: (name) => `Remove “${name}”`,
  sending: (name) => `“${name}” is being sent`,
  tooLarge: 'The file is larger than the shop takes.',
}
