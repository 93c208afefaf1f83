// The `string` property kind: a text of up to 255 characters by default. Long texts, rich texts and e-mail addresses are options.
import { domainToASCII } from 'node:url'
import { countCharacters, validateText, longText, shortText } from '../../foundation/property/text.js'
import { createLabel, createMessage, type MessageText } from '../../foundation/message.js'
import {
  type AnyRegistry,
  Refusal,
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  type SchemaUse,
  type UnnamedProperty,
  type Typed,
  isAlwaysRequired,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { maximumMarkupDepth, isNestedTooDeep, sanitizeRichText } from '../../foundation/rich-text.js'

export interface StringOptions {
  /** Maximum length in characters. Default: 255, or 65,535 for a long text. */
  readonly length?: number
  /** True: stored in a text column and edited in a multi-line field. */
  readonly long?: boolean
  /** True: a short text may contain line breaks. Long texts and HTML always may. */
  readonly lines?: boolean
  /** True: HTML, sanitised on write. */
  readonly html?: boolean
  /** True: compared byte by byte and indexed, for codes and tokens. */
  readonly key?: boolean
  /** True: the empty text is a regular value. With `required` it must be sent but may be ''. */
  readonly blank?: boolean
  /** True: surrounding blanks are removed before storing, for texts used in look-ups. */
  readonly trimmed?: boolean
  /** True: an empty text is stored as NULL, so several records can lack a unique text. */
  readonly sparse?: boolean
  /** A regular expression for the whole text, and its description: `three capital letters such as EUR`. */
  readonly pattern?: { readonly expression: string; readonly words: MessageText }
  /**
   * Normalises a text or refuses it, for formats that no pattern can express. Not called for an empty text. `registry` as in
   * `PropertyKind.prepare`.
   */
  readonly form?: (text: string, registry?: AnyRegistry) => NormalizedText
}

/** The normalised text, or full sentences that refuse it. */
export type NormalizedText = { readonly text: string } | { readonly refusal: MessageText }

export function stringLength(property: Property<StringOptions>): number {
  return property.options.length ?? (property.options.long ? longText : shortText)
}

type Pattern = NonNullable<StringOptions['pattern']>
const expressions = new WeakMap<Pattern, RegExp>()

/** Compiles the expression of a pattern once. */
function compilePattern(pattern: Pattern): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern.expression, 'u')
  expressions.set(pattern, expression)
  return expression
}

/** Line breaks of text files and forms. U+2028 and U+2029 are allowed and escaped on output. */
export const lineBreak = /[\n\v\f\r]/

export const isSingleLine = ({ long, lines, html }: StringOptions): boolean => !long && !lines && !html

/** Normalises the text for storage. A refused text is returned unchanged, so the error message refers to the input. */
function normalizeText(input: string, property: Property<StringOptions>, registry?: AnyRegistry): string {
  const { trimmed, form } = property.options
  const text = trimmed ? input.trim() : input
  // An empty text is no value. `validate` refuses longer texts. A character has at most two code units.
  const hasForm = text !== '' && text.length <= 2 * stringLength(property)
  const result = hasForm ? form?.(text, registry) : undefined
  return result && 'text' in result ? result.text : text
}

/** True for HTML that is short and flat enough to be parsed. `validate` refuses other HTML. */
function isSanitizable(value: unknown, property: Property<StringOptions>): value is string {
  if (!property.options.html || typeof value !== 'string') return false
  return countCharacters(value) <= stringLength(property) && !isNestedTooDeep(value, 'html')
}

export const stringKind: PropertyKind<StringOptions> = {
  name: 'string',
  control: 'text',
  filter: 'search',
  column(property): Column {
    const { long, key, sparse = false } = property.options
    return long
      ? { type: 'text', nullable: false }
      : { type: key ? 'key' : 'string', length: stringLength(property), nullable: sparse }
  },
  schema(property, use: SchemaUse): JsonSchema {
    const required = isAlwaysRequired(property)
    const { pattern } = property.options
    return {
      type: use === 'write' && !required ? ['string', 'null'] : 'string',
      ...(use === 'write' && required && !property.options.blank ? { minLength: 1 } : {}),
      maxLength: stringLength(property),
      ...(property.options.html ? { contentMediaType: 'text/html' } : {}),
      ...(use === 'write' && pattern ? { pattern: required ? pattern.expression : `^$|${pattern.expression}` } : {}),
    }
  },
  typeText: () => 'string',
  prepare(input, property, registry) {
    const value = typeof input === 'string' ? normalizeText(input, property, registry) : input
    if (value === '') return property.options.blank ? value : null
    // A required text must not consist of blanks.
    if (typeof value === 'string' && !property.options.blank && value.trim() === '' && isAlwaysRequired(property)) return null
    return isSanitizable(value, property) ? sanitizeRichText(value) || null : value
  },
  sanitizes: isSanitizable,
  empty: '',
  validate(value, property, registry) {
    if (typeof value !== 'string')
      return [new Refusal(createMessage('fields.textRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE')]
    const refusals = validateText(property.label, value, stringLength(property))
    const { pattern, form } = property.options
    if (refusals.length > 0) return refusals
    if (property.options.html && isNestedTooDeep(value, 'html')) {
      return [
        new Refusal(
          createMessage('fields.markupTooDeep', { field: createLabel('field', property.label), most: maximumMarkupDepth }),
        ),
      ]
    }
    if (isSingleLine(property.options) && lineBreak.test(value)) {
      return [new Refusal(createMessage('fields.lineBreak', { field: createLabel('field', property.label) }))]
    }
    if (pattern && !compilePattern(pattern).test(value))
      return [
        new Refusal(
          createMessage('fields.formatRequired', { field: createLabel('field', property.label), format: pattern.words }),
        ),
      ]
    const result = value === '' ? undefined : form?.(value, registry)
    return result && 'refusal' in result
      ? [new Refusal(createMessage('fields.refused', { field: createLabel('field', property.label), reason: result.refusal }))]
      : []
  },
  lookUp: (property) => (property.options.trimmed || property.options.key) === true,
  hints: (property) => ({
    length: stringLength(property),
    long: property.options.long ?? false,
    html: property.options.html ?? false,
  }),
}

/** A text. '' and null are equivalent and returned as ''. */
export function string<const G extends FactoryOptions<StringOptions> = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions<StringOptions>>,
): Typed<StringOptions, G, string, ''>
export function string(label: string, propertyOptions: FactoryOptions<StringOptions> = {}): UnnamedProperty<StringOptions> {
  const { length, long, lines, html, key, blank, trimmed, sparse, pattern, form, ...common } = propertyOptions
  return {
    kind: stringKind,
    label,
    ...common,
    options: { length, long, lines, html, key, blank, trimmed, sparse, pattern, form },
  }
}

// E-mail addresses: validation, the stored form, and comparison.

/** What `<input type=email>` accepts: HTML Standard (WHATWG), "Email state". */
const validAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
/** A domain with letters of any script. `domainToASCII` would decode other characters such as `%41`. */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u
const asciiText = /^[\0-\x7f]*$/

const toAsciiDomain = (domain: string): string =>
  asciiText.test(domain) ? domain.toLowerCase() : internationalDomain.test(domain) ? domainToASCII(domain) : ''

/**
 * The stored form of an address: trimmed, with the domain in lower case and punycode. Null if the text is not an address. Mail
 * programs interpret a leading `-` as an option, and mail servers reject `..`.
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const address = `${trimmed.slice(0, Math.max(0, at))}@${toAsciiDomain(trimmed.slice(at + 1))}`
  return validAddress.test(address) && !address.startsWith('-') && !address.includes('..') ? address : null
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

const emailPattern = { expression: '^[^@\\s]+@[^@\\s]+$', words: createMessage('fields.emailFormat') }

/** An e-mail address, stored in its normalised form. */
export function emailAddress<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<StringOptions, G, string, ''>
export function emailAddress(label: string, options: FactoryOptions = {}): UnnamedProperty<StringOptions> {
  return string(label, { pattern: emailPattern, trimmed: true, form: normalizeEmail, ...options })
}

function normalizeEmail(text: string): NormalizedText {
  const address = parseEmailAddress(text)
  return address === null ? { refusal: createMessage('fields.emailExample') } : { text: address }
}
