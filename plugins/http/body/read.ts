// Reads a request's body up to a limit; what is too large is drained, so that the caller can read the refusal.
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#core/ground/errors.js'

export const defaultBodyLimit = 1_048_576

/** A caller who announces or sends more than this many times the limit is cut off instead of drained. */
const drainFactor = 32

const nothing = Buffer.alloc(0)

/** The caller went away in the middle of its body: there is nobody to answer. */
export class Disconnected extends Error {}

/** True where the head announces no body at all. */
export function hasNoBody(raw: IncomingMessage): boolean {
  const length = raw.headers['content-length']
  return (length === undefined || length === '0') && raw.headers['transfer-encoding'] === undefined
}

function tooLarge(limit: number): ServiceError {
  const size = limit >= 1_048_576 ? `${limit / 1_048_576} MiB` : `${limit} bytes`
  return new ServiceError('PAYLOAD_TOO_LARGE', `The request body is larger than the limit of ${size}.`)
}

/** The whole body. Throws PAYLOAD_TOO_LARGE beyond `limit` bytes. */
export function readBody(raw: IncomingMessage, limit: number): Promise<Buffer> | Buffer {
  if (hasNoBody(raw)) return nothing
  const announced = Number(raw.headers['content-length'] ?? 0)
  if (announced > limit * drainFactor) throw tooLarge(limit)
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > limit * drainFactor) {
        raw.pause()
        reject(tooLarge(limit))
      } else chunks.length = 0
    })
    let ended = false
    raw.on('end', () => {
      ended = true
      if (size > limit) reject(tooLarge(limit))
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    // An error is followed by a close; a close without an end means that the caller went away.
    raw.on('error', () => {})
    raw.on('close', () => {
      if (!ended) reject(new Disconnected())
    })
  })
}
