// Limits the bytes of request bodies in memory: one limit for the process, and half of it for each network.
import { networkOf } from '../network.js'
import { HttpRefusal } from '../problem.js'

/** The bytes that one request has reserved. */
export interface Share {
  /** Reserves bytes that have arrived. Throws 503 NOT_READY with Retry-After if the limit is reached. */
  take(bytes: number): void
  /** Releases all reserved bytes. A second call does nothing. */
  free(): void
}

export interface Room {
  share(address: string): Share
}

/** Seconds in Retry-After. */
const waits = 2

function full(): HttpRefusal {
  return new HttpRefusal(
    'NOT_READY',
    `The service is taking as many request bodies as it can hold. Send this one again in ${waits} seconds.`,
    { 'retry-after': String(waits) },
  )
}

/** @param most maximum bytes of all requests together; counts received bytes, not announced ones */
export function createRoom(most: number): Room {
  const held = new Map<string, number>()
  let all = 0
  return {
    share(address) {
      const network = networkOf(address)
      let own = 0
      return {
        take(bytes) {
          const ofNetwork = (held.get(network) ?? 0) + bytes
          if (all + bytes > most || ofNetwork > most / 2) throw full()
          all += bytes
          own += bytes
          held.set(network, ofNetwork)
        },
        free() {
          if (own === 0) return
          const left = (held.get(network) ?? 0) - own
          if (left > 0) held.set(network, left)
          else held.delete(network)
          all -= own
          own = 0
        },
      }
    },
  }
}
