// Writes a reply to the socket: constant security headers, exact length, nothing that a framework adds.
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Incoming } from './incoming.js'
import type { Reply } from './reply.js'

/** Sent with every answer that does not say otherwise. */
const constantHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** Sends the reply; a HEAD request gets the same head without the body. Does nothing where the caller has gone. */
export function send(raw: Incoming, response: ServerResponse<Incoming>, reply: Reply): void {
  if (response.headersSent || response.destroyed) return
  const headers: Record<string, string | number> = { ...constantHeaders, 'x-request-id': raw.requestId }
  if (reply.type !== null) headers['content-type'] = reply.type
  if (reply.headers !== undefined) Object.assign(headers, reply.headers)
  const body = reply.body
  if (body === null) {
    if (reply.status !== 204 && reply.status !== 304) headers['content-length'] = 0
    response.writeHead(reply.status, headers).end()
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    headers['content-length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    response.writeHead(reply.status, headers).end(body)
  } else {
    response.writeHead(reply.status, headers)
    if (raw.method === 'HEAD') {
      body.destroy()
      response.end()
    } else pipeline(body, response, () => {})
  }
}
