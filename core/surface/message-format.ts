// Messages to people: issues and errors, and their texts in the language of a reader.
export { createIssue, type ErrorCode, maximumIssues, rewriteMessages, withErrorTrail } from '../foundation/errors.js'
export {
  formatMessage,
  formatMessageFields,
  formatText,
  isMessage,
  toEnglishFields,
  writeMessages,
} from '../foundation/message-format.js'
export { type LabelReference, type MessageFields, suggestName } from '../foundation/message.js'
export { translateShopMessage } from '../shop/language.js'
