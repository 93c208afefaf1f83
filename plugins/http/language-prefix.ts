// Parses the language prefix of URLs and applies the redirect rules of the language filter (spec 4.1, domain §7).

export interface Addressed {
  /** The URL without the language prefix, query included. */
  readonly url: string
  /** '' or '/de'. */
  readonly prefix: string
  readonly language: string | null
}

/** `svc-api` looks like a language tag but is none. */
const tagLike = /^\/(?!svc-api[/?])([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/i

/** True if the first segment could be a language tag. Only then does routing need the active languages. */
export function mayHavePrefix(url: string): boolean {
  return tagLike.test(url)
}

/** Removes the prefix if the first segment is the segment of an active language. */
export function takePrefix(url: string, segments: ReadonlyMap<string, string>): Addressed {
  const segment = tagLike.exec(url)?.[1]
  const language = segment === undefined ? undefined : segments.get(segment)
  if (segment === undefined || language === undefined) return { url, prefix: '', language: null }
  const rest = url.slice(segment.length + 1)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, prefix: `/${segment}`, language }
}

const redirected = new Set(['GET', 'HEAD', 'PATCH', 'DELETE'])

/**
 * The redirect target for an unprefixed request, or null.
 * @param sentMethod the method before the override: an overridden POST counts as POST
 */
export function redirectTarget(
  sentMethod: string,
  url: string,
  segments: ReadonlyMap<string, string>,
  defaultTag: string,
): string | null {
  if (!redirected.has(sentMethod)) return null
  for (const [segment, tag] of segments) if (tag === defaultTag) return `/${segment}${url}`
  return null
}
