// What a guest may write into names and addresses. Mails repeat these texts, so a link in a name would send advertising in the shop's name.

const link = /:\/\/|www\./i
/** Control characters and line breaks: the letter that follows one could begin a header or a paragraph of its own. */
const control = /[\p{Cc}\u2028\u2029]/u

/** False for a text with a link, a control character or a line break. */
export function isPlainName(text: string): boolean {
  return !control.test(text) && !link.test(text.normalize('NFKC'))
}

export const plainNameRule = 'It takes a name without web addresses, control characters and line breaks.'
