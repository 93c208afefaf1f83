// E-mail addresses: the rule that all of them follow, and the form in which they are stored and compared.
import { domainToASCII } from 'node:url'

/** What `<input type=email>` accepts: HTML Standard (WHATWG), "Email state". */
const valid =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
/** A domain of letters of any script. Anything else, `%41` for example, `domainToASCII` would decode. */
const international = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u
const ascii = /^[\0-\x7f]*$/

const toAsciiDomain = (domain: string): string =>
  ascii.test(domain) ? domain.toLowerCase() : international.test(domain) ? domainToASCII(domain) : ''

/**
 * The address as it is stored: trimmed, with its domain in lower case and punycode. null for a text that is no address. Mail
 * programs read a leading `-` as an option, and mail servers reject `..`.
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const address = `${trimmed.slice(0, Math.max(0, at))}@${toAsciiDomain(trimmed.slice(at + 1))}`
  return valid.test(address) && !address.startsWith('-') && !address.includes('..') ? address : null
}

/** Equal for addresses of one account: lower case and punycode. A text that is no address is compared as it is. */
export function emailKey(text: string): string {
  return (parseEmailAddress(text) ?? text.trim()).toLowerCase()
}

export function isSameEmailAddress(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && emailKey(one) === emailKey(other)
}
