// Texts of file fields, in English.
import type { FileTexts } from '../../../../text.js'

export const fileTexts: FileTexts = {
  fileKind: (name, extensions) => `“${name}” has an unsupported file type. Allowed: ${extensions}.`,
  fileSize: (name, megabytes) => `“${name}” is larger than ${megabytes} MB.`,
  cancel: 'Cancel',
  fileCame: (name) => `“${name}” was uploaded.`,
  fileRemoved: (name) => `“${name}” was removed.`,
  leaveOut: (name) => `Cancel upload of “${name}”`,
  preview: (name) => `Preview of “${name}”`,
  remove: 'Remove',
  removeFile: (name) => `Remove “${name}”`,
  sending: (name) => `Uploading “${name}”`,
  tooLarge: 'The file is too large.',
}
