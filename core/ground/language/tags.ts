// Language tags and the flat keys of translatable fields (spec 2.3): `title_en_GB` for field title and tag en-GB.

/** An IETF tag as the service takes it: language, optional script, optional region. */
export const languageTagPattern = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/

export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && languageTagPattern.test(value)
}

type Registered = readonly (readonly [part: 'language' | 'script' | 'region', names: Intl.DisplayNames])[]

let loaded: Registered | undefined

/** What the registries name; loaded at the first use, because it takes longer than all else in this file. */
function registered(): Registered {
  loaded ??= (['language', 'script', 'region'] as const).map(
    (type) => [type, new Intl.DisplayNames('en', { type, fallback: 'none' })] as const,
  )
  return loaded
}

/** True where each part of a well-formed tag is one that the registries know: not `xx-YY`. */
export function isKnownTag(tag: string): boolean {
  const { language, script, region } = new Intl.Locale(tag)
  const parts: Readonly<Record<string, string | undefined>> = { language, script, region }
  return registered().every(([type, names]) => {
    const part = parts[type]
    return part === undefined || names.of(part) !== undefined
  })
}

/** Made once for each tag of many thousand texts; strangers may name others without end. */
const endings = new Map<string, string>()
const mostEndings = 200

/** `title`, `en-GB` → `title_en_GB`. */
export function flatKey(field: string, tag: string): string {
  let ending = endings.get(tag)
  if (ending === undefined) {
    ending = `_${tag.replaceAll('-', '_')}`
    if (endings.size < mostEndings) endings.set(tag, ending)
  }
  return field + ending
}

/** A text of a record, with a tag the translatable field's in that language; '' where it has none. */
export function textIn<R extends Readonly<Record<string, unknown>>>(record: R, field: keyof R & string, tag?: string): string {
  const text: unknown = record[tag === undefined ? field : flatKey(field, tag)]
  return typeof text === 'string' ? text : ''
}

/** The URL segment of each language: the primary subtag, or the lower-case tag where two share it (domain §7). */
export function urlSegments(tags: readonly string[]): ReadonlyMap<string, string> {
  const primary = (tag: string): string => tag.split('-')[0]!.toLowerCase()
  const segments = new Map<string, string>()
  for (const tag of tags) {
    const shared = tags.some((other) => other !== tag && primary(other) === primary(tag))
    segments.set(shared ? tag.toLowerCase() : primary(tag), tag)
  }
  return segments
}
