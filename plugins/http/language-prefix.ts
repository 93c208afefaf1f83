// The language prefix of the service's addresses and the 301 rules of the language filter (spec 4.1, domain §7).

export interface Addressed {
  /** The URL without the language prefix, query included. */
  readonly url: string
  /** '' or '/de'. */
  readonly prefix: string
  readonly language: string | null
}

/** `svc-api` has the form of a tag, and is none. */
const tagLike = /^\/(?!svc-api[/?])([a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?=[/?]|$)/i

/** True where the first segment could be a language: only then the active languages must be known to route the request. */
export function mayHavePrefix(url: string): boolean {
  return tagLike.test(url)
}

/** Takes the prefix off, where the first segment is the segment of an active language. */
export function takePrefix(url: string, segments: ReadonlyMap<string, string>): Addressed {
  const segment = tagLike.exec(url)?.[1]
  const language = segment === undefined ? undefined : segments.get(segment)
  if (segment === undefined || language === undefined) return { url, prefix: '', language: null }
  const rest = url.slice(segment.length + 1)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, prefix: `/${segment}`, language }
}

const redirected = new Set(['GET', 'HEAD', 'PATCH', 'DELETE'])

/**
 * The address to redirect an unprefixed request to, or null.
 * @param sentMethod as it came over the wire: an overridden POST is a POST
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
