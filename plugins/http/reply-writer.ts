// Writes a reply to the socket with fixed security headers and an exact length, without the framework.
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { IncomingRequest } from './incoming-request.js'
import { isLongLived, type Reply } from './reply.js'

const referrerPolicy = 'referrer-policy'
/** Default for replies that are not pages. Pages set their own: without a referrer, forms send the origin `null`. */
const defaultReferrerPolicy = 'no-referrer'

/** Headers as a flat list, which Node writes without look-ups. */
function createHeaderList(raw: IncomingRequest, reply: Reply, length: number | null): string[] {
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

/** Bytes that a connection buffers even if the client does not read. */
const socketBufferSize = 65_536

const isLongBody = (body: Reply['body']): boolean =>
  body !== null && (typeof body === 'string' || body instanceof Uint8Array ? body.length >= socketBufferSize : true)

/** Disconnects a client that reads nothing of a long reply for this many milliseconds, because memory holds the reply until then. */
function disconnectStalledClient(response: ServerResponse<IncomingRequest>, stalled: number): void {
  response.setTimeout(stalled, () => response.destroy())
}

/** Sends the reply. HEAD gets the same headers without a body. Does nothing if the client has disconnected. */
export function writeHttpReply(
  raw: IncomingRequest,
  response: ServerResponse<IncomingRequest>,
  reply: Reply,
  stalled: number,
): void {
  if (response.headersSent || response.destroyed) return
  const body = reply.body
  if (isLongBody(body) && !isLongLived(reply)) disconnectStalledClient(response, stalled)
  if (body === null) {
    const bare = reply.status === 204 || reply.status === 304
    response.writeHead(reply.status, createHeaderList(raw, reply, bare ? null : 0)).end()
  } else if (typeof body === 'string') {
    response.writeHead(reply.status, createHeaderList(raw, reply, Buffer.byteLength(body))).end(body)
  } else if (body instanceof Uint8Array) {
    response.writeHead(reply.status, createHeaderList(raw, reply, body.byteLength)).end(body)
  } else {
    response.writeHead(reply.status, createHeaderList(raw, reply, null))
    if (raw.isHead) {
      body.destroy()
      response.end()
    } else pipeline(body, response, () => {})
  }
}
