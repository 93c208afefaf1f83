// Writes a reply to the socket: constant security headers, exact length, nothing that a framework adds.
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Incoming } from './incoming.js'
import { isLasting, type Reply } from './reply.js'

const referrerPolicy = 'referrer-policy'
/** Of replies that are no pages. A page sets its own: a form of a page without referrers sends the origin `null`. */
const defaultReferrerPolicy = 'no-referrer'

/** The head as a flat list: Node writes it as it stands, without looking names up. */
function headOf(raw: Incoming, reply: Reply, length: number | null): string[] {
  const head: string[] = ['x-content-type-options', 'nosniff', 'x-request-id', raw.requestId]
  if (reply.headers?.[referrerPolicy] === undefined) head.push(referrerPolicy, defaultReferrerPolicy)
  if (reply.type !== null) head.push('content-type', reply.type)
  if (length !== null) head.push('content-length', String(length))
  let cached = false
  if (reply.headers !== undefined) {
    for (const name in reply.headers) {
      head.push(name, reply.headers[name]!)
      cached ||= name === 'cache-control'
    }
  }
  if (!cached) head.push('cache-control', 'no-store')
  return head
}

/** Bytes that a connection takes at once, whoever reads them. */
const light = 65_536

const isLong = (body: Reply['body']): boolean =>
  body !== null && (typeof body === 'string' || body instanceof Uint8Array ? body.length >= light : true)

/** Whoever reads nothing of a long reply for so many milliseconds is left: what he was to be sent is held in memory until then. */
function leaveStalled(response: ServerResponse<Incoming>, stalled: number): void {
  response.setTimeout(stalled, () => response.destroy())
}

/** Sends the reply; a HEAD request gets the same head without the body. Does nothing where the caller has gone. */
export function send(raw: Incoming, response: ServerResponse<Incoming>, reply: Reply, stalled: number): void {
  if (response.headersSent || response.destroyed) return
  const body = reply.body
  if (isLong(body) && !isLasting(reply)) leaveStalled(response, stalled)
  if (body === null) {
    const bare = reply.status === 204 || reply.status === 304
    response.writeHead(reply.status, headOf(raw, reply, bare ? null : 0)).end()
  } else if (typeof body === 'string') {
    response.writeHead(reply.status, headOf(raw, reply, Buffer.byteLength(body))).end(body)
  } else if (body instanceof Uint8Array) {
    response.writeHead(reply.status, headOf(raw, reply, body.byteLength)).end(body)
  } else {
    response.writeHead(reply.status, headOf(raw, reply, null))
    if (raw.isHead) {
      body.destroy()
      response.end()
    } else pipeline(body, response, () => {})
  }
}
