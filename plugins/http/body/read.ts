// Reads a request's body up to a limit, whole or as it arrives; what is too large is drained, so that the caller can read the refusal.
import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#core/foundation/errors.js'
import type { Share } from './room.js'

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
  const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`
  return new ServiceError('PAYLOAD_TOO_LARGE', `The request body is larger than the limit of ${size}.`)
}

/** A request whose body can be asked for. */
export interface IncomingBody extends IncomingMessage {
  readonly beforeBody: (() => void) | null
}

const announcedBy = (raw: IncomingMessage): number => Number(raw.headers['content-length'] ?? 0)

/**
 * The whole body. PAYLOAD_TOO_LARGE beyond `limit` bytes, NOT_READY where the process holds too many bodies.
 * @param share gives back what the body took when the request is answered
 */
export function readBody(raw: IncomingBody, limit: number, share: Share): Promise<Buffer> | Buffer {
  if (hasNoBody(raw)) return nothing
  if (announcedBy(raw) > limit * drainFactor) throw tooLarge(limit)
  raw.beforeBody?.()
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let refused = false
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (refused) return
      if (size <= limit) {
        try {
          share.take(chunk.length)
          chunks.push(chunk)
        } catch (error) {
          refused = true
          chunks.length = 0
          reject(error)
        }
      } else if (size > limit * drainFactor) {
        raw.pause()
        reject(tooLarge(limit))
      } else {
        chunks.length = 0
        share.free()
      }
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

/** The body as it arrives, read once and as fast as it is taken. Refuses as `readBody` does; nothing is read before the first chunk is asked for. */
export async function* streamBody(raw: IncomingBody, limit: number, share: Share): AsyncGenerator<Uint8Array, void, undefined> {
  if (hasNoBody(raw)) return
  if (announcedBy(raw) > limit * drainFactor) throw tooLarge(limit)
  raw.beforeBody?.()
  let size = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit * drainFactor) break
      if (size > limit || announcedBy(raw) > limit) continue
      share.take(chunk.length)
      yield chunk
    }
  } catch (error) {
    if (raw.destroyed && !raw.readableEnded) throw new Disconnected()
    throw error
  }
  if (size > limit) throw tooLarge(limit)
}
