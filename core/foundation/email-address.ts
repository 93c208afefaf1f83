// E-mail addresses: validation, the stored form, and comparison.
import { domainToASCII } from 'node:url'

/** What `<input type=email>` accepts: HTML Standard (WHATWG), "Email state". */
const valid =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
/** A domain with letters of any script. `domainToASCII` would decode other characters such as `%41`. */
const international = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u
const ascii = /^[\0-\x7f]*$/

const toAsciiDomain = (domain: string): string =>
  ascii.test(domain) ? domain.toLowerCase() : international.test(domain) ? domainToASCII(domain) : ''

/**
 * The stored form of an address: trimmed, with the domain in lower case and punycode. Null if the text is not an address. Mail
 * programs interpret a leading `-` as an option, and mail servers reject `..`.
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const address = `${trimmed.slice(0, Math.max(0, at))}@${toAsciiDomain(trimmed.slice(at + 1))}`
  return valid.test(address) && !address.startsWith('-') && !address.includes('..') ? address : null
}

/** A key that is equal for addresses of the same account: lower case and punycode. Invalid addresses are compared unchanged. */
export function toEmailKey(text: string): string {
  return (parseEmailAddress(text) ?? text.trim()).toLowerCase()
}

export function isSameEmailAddress(first: unknown, second: unknown): boolean {
  return typeof first === 'string' && typeof second === 'string' && toEmailKey(first) === toEmailKey(second)
}

/** Domain of placeholder e-mail addresses, for host users without an address. Mail to it is undeliverable. */
export const placeholderDomain = '@users.invalid'

/** False for placeholders and ''. */
export const isReachableEmail = (email: string): boolean => email !== '' && !email.endsWith(placeholderDomain)
