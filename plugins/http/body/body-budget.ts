// Limits the bytes of request bodies in memory: one limit for the process, and half of it for each network.
import { createMessage } from '#core/contract.js'
import { toNetwork } from '../rate-limit.js'
import { HttpError } from '../problem-reply.js'

/** The bytes that one request has reserved. */
export interface BodyReservation {
  /** Reserves bytes that have arrived. Throws 503 NOT_READY with Retry-After if the limit is reached. */
  reserve(bytes: number): void
  /** Releases all reserved bytes. A second call does nothing. */
  release(): void
}

export interface BodyBudget {
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
