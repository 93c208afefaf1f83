// The reply type of handlers (status, media type, body, headers) and constructors for common replies.
import { Readable } from 'node:stream'
import { detectMediaTypes, headLength } from '#core/surface.js'

export interface Reply {
  readonly status: number
  /** The Content-Type; null if there is no body. */
  readonly type: string | null
  readonly body: string | Uint8Array | Readable | null
  /** Further headers by lower-case name. `referrer-policy` and `cache-control` replace the defaults. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The body as the framework sends it; undefined for none. */
export type Payload = Exclude<Reply['body'], null> | undefined

/** A reply that stays open while the client listens. */
export interface LongLivedReply extends Reply {
  /** Ends the reply. Called when the service stops. */
  readonly end: () => void
}

export const isLongLived = (reply: Reply): reply is LongLivedReply => 'end' in reply

/** A reply whose body is text. */
export type TextReply = Reply & { readonly body: string }

export const mediaTypes = {
  json: 'application/json; charset=utf-8',
  problem: 'application/problem+json; charset=utf-8',
  schema: 'application/schema+json; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const

/** Creates a JSON reply. Use `content` for a value that is already JSON text. */
export function createJsonReply(
  value: unknown,
  status = 200,
  headers?: Reply['headers'],
  type: string = mediaTypes.json,
): TextReply {
  return { status, type, body: JSON.stringify(value), headers }
}

/** Creates a reply from a finished body: prebuilt JSON text, CSV, an image. */
export function createReply(body: string | Uint8Array | Readable, type: string, headers?: Reply['headers'], status = 200): Reply {
  return { status, type, body, headers }
}

/** Creates a page with a strict content security policy. `policy` replaces it for pages with scripts or images. */
export function createHtmlReply(
  page: string,
  status = 200,
  policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
): TextReply {
  return {
    status,
    type: mediaTypes.html,
    body: page,
    headers: {
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      // Forms of the page must send their real origin, which `ownOrigin` routes check.
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  }
}

/** Replies with a picture. Types that can contain scripts are sent as a download, never rendered as a page. */
export async function createPictureReply(bytes: Uint8Array, caching = 'public, max-age=86400'): Promise<Reply> {
  const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/')
  return createReply(bytes, isPicture ? type : 'application/octet-stream', {
    'cache-control': caching,
    'content-security-policy': "default-src 'none'; sandbox",
    ...((type === 'image/svg+xml' || !isPicture) && { 'content-disposition': 'attachment' }),
  })
}

export function createEmptyReply(status: number, headers?: Reply['headers']): Reply {
  return { status, type: null, body: null, headers }
}

export function createRedirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 303): Reply {
  return createEmptyReply(status, { location })
}

/** RFC 5987: percent-encodes the UTF-8 bytes of all characters except letters, digits and a few signs. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Headers of a download. The browser saves the bytes and never runs or renders them as a page of this service. */
export const createDownloadHeaders = (name: string): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
})

/** Creates a download that caches must not store. */
export function createDownload({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }, type: string): Reply {
  return createReply(bytes, type, { 'cache-control': 'no-store', ...createDownloadHeaders(name) })
}

/** Creates a stream of server-sent events. Headers ask proxies not to buffer them. */
export function createEventStream(tell: (signal: AbortSignal) => AsyncIterable<string>, type: string): LongLivedReply {
  const ending = new AbortController()
  const body = Readable.from(tell(ending.signal), { objectMode: false })
  body.once('close', () => ending.abort())
  return {
    status: 200,
    type,
    body,
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    end: () => ending.abort(),
  }
}
