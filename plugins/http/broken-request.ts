// Answers what Node refuses before there is a request: malformed HTTP, a head that is too long, a head or body that never ends.
import type { Duplex } from 'node:stream'
import { ServiceError, ValidationError } from '#core/ground/errors.js'
import { problemReply, statuses } from './problem.js'

function refusalOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('PAYLOAD_TOO_LARGE', "The request's address and headers are longer than 64 KiB.")
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return ValidationError.of(
      'body',
      'The request was not complete in time: 10 seconds for the headers, 30 seconds for the whole.',
    )
  }
  return ValidationError.of('body', 'The request is not well-formed HTTP.')
}

/** Sends problem details and closes the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, errorTypeBase: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOf(error.code)
  const { type, body: text } = problemReply(refusal, errorTypeBase, '')
  const head = `HTTP/1.1 ${statuses[refusal.code]} Refused\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n`
  socket.end(head + text)
}
