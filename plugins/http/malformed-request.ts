// Sends problem details for requests that Node rejects: malformed HTTP, oversized headers, request timeouts.
import { createMessage, ServiceError, ValidationError } from '#core/contract.js'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HttpError, createProblemReply } from './problem-reply.js'

function toRequestError(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('PAYLOAD_TOO_LARGE', createMessage('errors.headersTooLarge'))
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('REQUEST_TIMEOUT', createMessage('errors.requestIncomplete'))
  }
  return ValidationError.of('body', createMessage('errors.requestMalformed'))
}

/** True for a connection that received no byte. Browsers open spare connections and would show an early reply as the next page. */
const isUnusedConnection = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0

/** Sends problem details and closes the connection. Closes an unused connection without a reply. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex, errorTypeBase: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isUnusedConnection(socket)) return void socket.destroy()
  sendProblemOnSocket(toRequestError(error.code), socket, errorTypeBase)
}

/** Rejects CONNECT, because the service is not a proxy. */
export function rejectConnect(raw: IncomingMessage, socket: Duplex, errorTypeBase: string): void {
  const allow = 'GET, HEAD, POST, PATCH, DELETE'
  const message = createMessage('errors.methodUnknown', { method: raw.method ?? '', allowed: allow })
  sendProblemOnSocket(new HttpError('METHOD_NOT_ALLOWED', message, { allow }), socket, errorTypeBase)
}

function sendProblemOnSocket(refusal: ServiceError, socket: Duplex, errorTypeBase: string): void {
  const { status, type, body, headers } = createProblemReply(refusal, errorTypeBase, '')
  const own = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
    ...own,
    'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n',
  ]
  socket.end(head.join('') + body)
}
