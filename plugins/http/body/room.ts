// Bounds how many bytes of requests are on the way at once: in the whole process, and from one network at most half of that.
import { networkOf } from '../network.js'
import { HttpRefusal } from '../problem.js'

/** What one request has taken of a room. */
export interface Share {
  /** Counts bytes that have arrived; 503 NOT_READY with Retry-After where there is no room for them. */
  take(bytes: number): void
  /** Gives everything back; a second call does nothing. */
  free(): void
}

export interface Room {
  share(address: string): Share
}

/** Seconds. */
const waits = 2

function full(): HttpRefusal {
  return new HttpRefusal(
    'NOT_READY',
    `The service is taking as many request bodies as it can hold. Send this one again in ${waits} seconds.`,
    { 'retry-after': String(waits) },
  )
}

/** @param most bytes of all requests together; what was announced and did not arrive does not count */
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
