// Restricts the names and addresses of guests: mails repeat them, so a link in a name could be used to send spam from the shop.
import { createMessage } from './message.js'

const link = /:\/\/|www\./i
/** Control characters and line breaks. In a mail they could start a new header or paragraph. */
const control = /[\p{Cc}\u2028\u2029]/u

/** False for a text with a link, a control character or a line break. Invisible characters do not hide a link. */
export function isPlainName(text: string): boolean {
  return !control.test(text) && !link.test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
}

export const plainNameRule = createMessage('fields.plainNameRule')
