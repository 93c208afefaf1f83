// Bounds how often one network (an IPv4 address, an IPv6 /64) may do what costs or could be guessed: logins, carts (domain §7, reliability "Access").
import { createRecent } from '#core/ground/recent.js'
import { networkOf } from './network.js'
import { HttpRefusal } from './problem.js'

/** Networks that are remembered at most; flooded from everywhere, the window that was asked for longest ago is the smallest loss. */
const remembered = 10_000

export interface Limit {
  /** Counts a request of the address; 429 TOO_MANY_REQUESTS with Retry-After once it has sent more than allowed. */
  take(address: string): void
  /** Counts nothing, and refuses an address that has taken all that is allowed: where only some requests count, and which is known later. */
  refuse(address: string): void
}

interface Window {
  /** On the clock of the limit. */
  readonly ends: number
  count: number
}

function tooMany(sentence: string, wait: number): HttpRefusal {
  return new HttpRefusal('TOO_MANY_REQUESTS', sentence, { 'retry-after': String(wait) })
}

/**
 * @param most requests of one address in a window
 * @param seconds the window's length
 * @param refusal what is thrown beyond; TOO_MANY_REQUESTS if left out
 */
export function createLimit(
  most: number,
  seconds: number,
  now: () => number = () => performance.now(),
  refusal: (sentence: string, wait: number) => Error = tooMany,
): Limit {
  const windows = createRecent<string, Window>(remembered)

  /** The window that an address is in; undefined where the last one is over. */
  const windowOf = (network: string): Window | undefined => {
    const held = windows.get(network)
    return held === undefined || held.ends <= now() ? undefined : held
  }

  function refused({ ends }: Window): Error {
    const wait = Math.max(1, Math.ceil((ends - now()) / 1000))
    return refusal(`This address sent more than ${most} such requests in ${seconds} seconds. Try again in ${wait} seconds.`, wait)
  }

  return {
    take(address) {
      const network = networkOf(address)
      const held = windowOf(network)
      if (held === undefined) {
        windows.set(network, { ends: now() + seconds * 1000, count: 1 })
        return
      }
      held.count += 1
      if (held.count > most) throw refused(held)
    },
    refuse(address) {
      const held = windowOf(networkOf(address))
      if (held !== undefined && held.count >= most) throw refused(held)
    },
  }
}
