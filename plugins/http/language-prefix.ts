// Parses the language prefix of URLs and applies the redirect rules of the language filter (spec 4.1, domain §7).

export interface PrefixedUrl {
  /** The URL without the language prefix, query included. */
  readonly url: string
  /** '' or '/de'. */
  readonly prefix: string
  readonly language: string | null
}

/** `svc-api` looks like a language tag but is none. */
const languageTagPattern = /^\/(?!svc-api[/?])([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/i

/** True if the first segment could be a language tag. Only then does routing need the active languages. */
export function canHavePrefix(url: string): boolean {
  return languageTagPattern.test(url)
}

/** Removes the prefix if the first segment is the segment of an active language. */
export function splitLanguagePrefix(url: string, segments: ReadonlyMap<string, string>): PrefixedUrl {
  const segment = languageTagPattern.exec(url)?.[1]
  const language = segment === undefined ? undefined : segments.get(segment)
  if (segment === undefined || language === undefined) return { url, prefix: '', language: null }
  const rest = url.slice(segment.length + 1)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, prefix: `/${segment}`, language }
}

const redirectedMethods = new Set(['GET', 'HEAD', 'PATCH', 'DELETE'])

/**
 * The redirect target for an unprefixed request, or null.
 * @param originalMethod the method before the override: an overridden POST counts as POST
 */
export function findRedirectTarget(
  originalMethod: string,
  url: string,
  segments: ReadonlyMap<string, string>,
  defaultTag: string,
): string | null {
  if (!redirectedMethods.has(originalMethod)) return null
  for (const [segment, tag] of segments) if (tag === defaultTag) return `/${segment}${url}`
  return null
}
