// Messages to people: issues and errors, and their texts in the language of a reader.
export { createIssue, type ErrorCode, maximumIssues, rewriteMessages } from '../foundation/errors.js'
export {
  type FormatOptions,
  formatMessage,
  formatMessageFields,
  formatText,
  toEnglishFields,
} from '../foundation/message-format.js'
export { suggestName } from '../foundation/message-values.js'
export type { LabelReference, MessageFields } from '../foundation/message.js'
export { translateShopMessage } from '../shop/language.js'
