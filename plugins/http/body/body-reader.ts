// Reads a request body up to a limit, buffered or as a stream. Drains bodies over the limit, so the client can read the error.
import { createMessage, ServiceError } from '#core/contract.js'
import type { IncomingMessage } from 'node:http'
import { toNetwork } from '../rate-limit.js'
import { HttpError } from '../problem-reply.js'

/** The bytes that one request has reserved. */
interface BodyReservation {
  /** Reserves bytes that have arrived. Throws 503 NOT_READY with Retry-After if the limit is reached. */
  reserve(bytes: number): void
  /** Releases all reserved bytes. A second call does nothing. */
  release(): void
}

interface BodyBudget {
  openReservation(address: string): BodyReservation
}

/** Seconds in Retry-After. */
const retrySeconds = 2

function createBudgetExceededError(): HttpError {
  return new HttpError('NOT_READY', createMessage('errors.tooManyBodies', { seconds: retrySeconds }), {
    'retry-after': String(retrySeconds),
  })
}

/** @param limit maximum bytes of all requests together; counts received bytes, not announced ones */
export function createBodyBudget(limit: number): BodyBudget {
  const bytesByNetwork = new Map<string, number>()
  let all = 0
  return {
    openReservation(address) {
      const network = toNetwork(address)
      let own = 0
      return {
        reserve(bytes) {
          const ofNetwork = (bytesByNetwork.get(network) ?? 0) + bytes
          if (all + bytes > limit || ofNetwork > limit / 2) throw createBudgetExceededError()
          all += bytes
          own += bytes
          bytesByNetwork.set(network, ofNetwork)
        },
        release() {
          if (own === 0) return
          const remaining = (bytesByNetwork.get(network) ?? 0) - own
          if (remaining > 0) bytesByNetwork.set(network, remaining)
          else bytesByNetwork.delete(network)
          all -= own
          own = 0
        },
      }
    },
  }
}

export const defaultBodyLimit = 1_048_576

/** The server stops reading a body that exceeds the limit by more than this factor, instead of draining it. */
const drainFactor = 32

const emptyBody = Buffer.alloc(0)

/** The client disconnected before the end of its body. The server sends no reply. */
export class ClientDisconnectedError extends Error {}

/** True if the headers announce no body. */
export function hasNoBody(raw: IncomingMessage): boolean {
  const length = raw.headers['content-length']
  return (length === undefined || length === '0') && raw.headers['transfer-encoding'] === undefined
}

function createTooLargeError(limit: number): ServiceError {
  const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`
  return new ServiceError('PAYLOAD_TOO_LARGE', createMessage('errors.bodyTooLarge', { size }))
}

/** A request with a hook that runs before its body is read. */
export interface RequestWithBody extends IncomingMessage {
  readonly beforeBody: (() => void) | null
}

const getAnnouncedLength = (raw: IncomingMessage): number => Number(raw.headers['content-length'] ?? 0)

/**
 * Reads the whole body. Rejects with PAYLOAD_TOO_LARGE beyond `limit` bytes, and with NOT_READY if the process buffers too many bodies.
 * @param share memory reservation; the caller releases it when the request is finished
 */
export function readBody(raw: RequestWithBody, limit: number, share: BodyReservation): Promise<Buffer> | Buffer {
  if (hasNoBody(raw)) return emptyBody
  if (getAnnouncedLength(raw) > limit * drainFactor) throw createTooLargeError(limit)
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
          share.reserve(chunk.length)
          chunks.push(chunk)
        } catch (error) {
          refused = true
          chunks.length = 0
          reject(error)
        }
      } else if (size > limit * drainFactor) {
        raw.pause()
        reject(createTooLargeError(limit))
      } else {
        chunks.length = 0
        share.release()
      }
    })
    let isComplete = false
    raw.on('end', () => {
      isComplete = true
      if (size > limit) reject(createTooLargeError(limit))
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    // A close follows each error. A close without an end means that the client disconnected.
    raw.on('error', () => {})
    raw.on('close', () => {
      if (!isComplete) reject(new ClientDisconnectedError())
    })
  })
}

/** Streams the body once, with backpressure. Throws like `readBody`. Reads nothing before the first chunk is requested. */
export async function* streamBody(
  raw: RequestWithBody,
  limit: number,
  share: BodyReservation,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (hasNoBody(raw)) return
  if (getAnnouncedLength(raw) > limit * drainFactor) throw createTooLargeError(limit)
  raw.beforeBody?.()
  let size = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit * drainFactor) break
      if (size > limit || getAnnouncedLength(raw) > limit) continue
      share.reserve(chunk.length)
      yield chunk
    }
  } catch (error) {
    if (raw.destroyed && !raw.readableEnded) throw new ClientDisconnectedError()
    throw error
  }
  if (size > limit) throw createTooLargeError(limit)
}
