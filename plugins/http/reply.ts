// What a handler answers: status, media type, body and further headers, with constructors for the usual ones.
import { Readable } from 'node:stream'

export interface Reply {
  readonly status: number
  /** The Content-Type; null where there is no body. */
  readonly type: string | null
  readonly body: string | Uint8Array | Readable | null
  /** Further headers by lower-case name; `referrer-policy` and `cache-control` replace the default ones. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One that goes on for as long as its caller listens. */
export interface LastingReply extends Reply {
  /** Ends it: the service stops. */
  readonly end: () => void
}

export const isLasting = (reply: Reply): reply is LastingReply => 'end' in reply

/** One whose body is at hand as text. */
export type TextReply = Reply & { readonly body: string }

export const mediaTypes = {
  json: 'application/json; charset=utf-8',
  problem: 'application/problem+json; charset=utf-8',
  schema: 'application/schema+json; charset=utf-8',
  html: 'text/html; charset=utf-8',
} as const

/** A JSON reply. A value that is already JSON text goes through `text`. */
export function json(value: unknown, status = 200, headers?: Reply['headers'], type: string = mediaTypes.json): TextReply {
  return { status, type, body: JSON.stringify(value), headers }
}

/** A reply whose body is ready: JSON text that was built before, CSV, an image. */
export function content(body: string | Uint8Array | Readable, type: string, headers?: Reply['headers'], status = 200): Reply {
  return { status, type, body, headers }
}

/** A page with a strict content security policy; `policy` replaces it where a page needs scripts or images of its own. */
export function html(
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
      // Lets a form of the page name its origin, which `ownOrigin` routes require.
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  }
}

export function empty(status: number, headers?: Reply['headers']): Reply {
  return { status, type: null, body: null, headers }
}

export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 303): Reply {
  return empty(status, { location })
}

/** RFC 5987: what it leaves of a name that is not a letter, a digit or one of a few signs stands as the bytes of UTF-8. */
const escaped = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Headers with which bytes are saved under a name, never shown as a page of ours: whatever they are, they neither run nor load anything. */
export const saved = (name: string): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': `attachment; filename*=UTF-8''${escaped(name)}`,
})

/** A file that is saved, never shown as a page of ours, and kept by nobody on the way. */
export function download({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }, type: string): Reply {
  return content(bytes, type, { 'cache-control': 'no-store', ...saved(name) })
}

/** Server-sent events. Proxies are asked to pass each one on at once. */
export function eventStream(tell: (signal: AbortSignal) => AsyncIterable<string>, type: string): LastingReply {
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
