// Bounds how often one network (an IPv4 address, an IPv6 /64) may do what costs or could be guessed: logins, carts (domain §7, reliability "Access").
import { createRecent } from '#core/ground/recent.js'
import { networkOf } from './network.js'
import { HttpRefusal } from './problem.js'

/** Networks that are remembered at most; flooded from everywhere, the window that was asked for longest ago is the smallest loss. */
const remembered = 10_000

export interface Limit {
  /** Counts a request of the address; 429 TOO_MANY_REQUESTS with Retry-After once it has sent more than allowed. */
  take(address: string): void
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
  const windows = createRecent<string, { readonly ends: number; count: number }>(remembered)

  return {
    take(address) {
      const network = networkOf(address)
      const held = windows.get(network)
      if (held === undefined || held.ends <= now()) {
        windows.set(network, { ends: now() + seconds * 1000, count: 1 })
        return
      }
      held.count += 1
      if (held.count <= most) return
      const wait = Math.max(1, Math.ceil((held.ends - now()) / 1000))
      const message = `This address sent more than ${most} such requests in ${seconds} seconds. Try again in ${wait} seconds.`
      throw refusal(message, wait)
    },
  }
}
