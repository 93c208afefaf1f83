// Language tags, the flat keys of translatable fields, the writing direction, and the normalisation of texts for search.

/** An accepted language tag: language, optional script, optional region. */
export const languageTagPattern = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/

export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && languageTagPattern.test(value)
}

type SubtagNames = readonly (readonly [part: 'language' | 'script' | 'region', names: Intl.DisplayNames])[]

let loaded: SubtagNames | undefined

/** Names of registered subtags. Loaded on first use because that is slow. */
function loadSubtagNames(): SubtagNames {
  loaded ??= (['language', 'script', 'region'] as const).map(
    (type) => [type, new Intl.DisplayNames('en', { type, fallback: 'none' })] as const,
  )
  return loaded
}

/** True if each part of a well-formed tag is registered, so not for `xx-YY`. */
export function isRegisteredTag(tag: string): boolean {
  const { language, script, region } = new Intl.Locale(tag)
  const parts: Readonly<Record<string, string | undefined>> = { language, script, region }
  return loadSubtagNames().every(([type, names]) => {
    const part = parts[type]
    return part === undefined || names.of(part) !== undefined
  })
}

/** Cached suffixes of flat keys. Bounded, because callers can send arbitrary tags. */
const suffixes = new Map<string, string>()
const maximumSuffixes = 200

/** Appends a language to a field name: `title`, `en-GB` → `title_en_GB`. */
export function flatKey(field: string, tag: string): string {
  let suffix = suffixes.get(tag)
  if (suffix === undefined) {
    suffix = `_${tag.replaceAll('-', '_')}`
    if (suffixes.size < maximumSuffixes) suffixes.set(tag, suffix)
  }
  return field + suffix
}

/** True if the tags are variants of one language, such as en-GB and en-US. A text in one of them is right in the other. */
export function isSameLanguage(tag: string, other: string): boolean {
  return tag.split('-')[0] === other.split('-')[0]
}

/** Three letters in a row that are not an abbreviation such as RAL. */
const wordPattern = /(?![A-Z]{3})\p{L}{3}/u

/**
 * True for a text in `language` that is a copy of the original in `source` and needs a translation. Numbers, measures and codes are the
 * same in all languages: texts without letters, such as 120 × 80, and texts with a digit but without a word, such as 60 cm and RAL 9010.
 */
export function isCopiedText(text: unknown, original: unknown, language: string, source: string): boolean {
  if (typeof text !== 'string' || text !== original || isSameLanguage(language, source)) return false
  return /\d/.test(text) ? wordPattern.test(text) : /\p{L}/u.test(text)
}

/** A text of a record; with a tag, the translation of the field in that language. '' if there is none. */
export function getRecordText<R extends Readonly<Record<string, unknown>>>(
  record: R,
  field: keyof R & string,
  tag?: string,
): string {
  const text: unknown = record[tag === undefined ? field : flatKey(field, tag)]
  return typeof text === 'string' ? text : ''
}

/** The URL segment of each language: the primary subtag, or the whole tag in lower case if two languages share it. */
export function urlSegments(tags: readonly string[]): ReadonlyMap<string, string> {
  const primary = (tag: string): string => tag.split('-')[0]!.toLowerCase()
  const segments = new Map<string, string>()
  for (const tag of tags) {
    const shared = tags.some((other) => other !== tag && primary(other) === primary(tag))
    segments.set(shared ? tag.toLowerCase() : primary(tag), tag)
  }
  return segments
}

/** The writing direction of a language. */
export type Direction = 'ltr' | 'rtl'

/** Primary subtags of right-to-left languages. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function getTextDirection(tag: string): Direction {
  return rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr'
}
