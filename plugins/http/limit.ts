// Rate limits per network (an IPv4 address or an IPv6 /64) for expensive or guessable requests such as logins (domain §7).
import { createLruCache } from '#core/foundation/lru-cache.js'
import { type Counts, rememberedCounts } from '#core/storage/counts.js'
import { networkOf } from './network.js'
import { HttpRefusal } from './problem.js'

export interface Limit {
  /** Counts a request. Throws 429 TOO_MANY_REQUESTS with Retry-After if the address exceeds the limit. */
  take(address: string): Promise<void>
  /** Throws if the limit is used up, without counting. Use it where the outcome decides later whether the request counts. */
  refuse(address: string): Promise<void>
}

/** What this process remembers about a network until the span ends. */
interface Known {
  readonly ends: number
  /** Rest of a portion that was counted in advance. */
  left: number
}

function tooMany(sentence: string, wait: number): HttpRefusal {
  return new HttpRefusal('TOO_MANY_REQUESTS', sentence, { 'retry-after': String(wait) })
}

/**
 * With shared counts, an exhausted network is rejected without a query, and generous limits are counted in portions, so a flood causes no
 * database load. Never more requests pass than allowed. Up to one in forty fewer may pass per process.
 * @param most requests of one network in a span
 * @param seconds length of the span, equal to that of the counts
 * @param refusal creates the error; default TOO_MANY_REQUESTS
 */
export function createLimit(
  counts: Counts,
  most: number,
  seconds: number,
  refusal: (sentence: string, wait: number) => Error = tooMany,
): Limit {
  const known = createLruCache<string, Known>(rememberedCounts)
  const portion = counts.portion(most)

  const knownOf = (network: string): Known | undefined => {
    const held = known.get(network)
    return held === undefined || held.ends <= counts.now() ? undefined : held
  }

  function refused(ends: number): Error {
    const wait = Math.max(1, Math.ceil((ends - counts.now()) / 1000))
    return refusal(`This address sent more than ${most} such requests in ${seconds} seconds. Try again in ${wait} seconds.`, wait)
  }

  /** Throws if the network is known to be exhausted. Returns true if the portion covered the request. */
  function takeKnown(network: string): boolean {
    const held = knownOf(network)
    if (held === undefined) return false
    if (held.left === 0) throw refused(held.ends)
    held.left -= 1
    if (held.left === 0) known.delete(network)
    return true
  }

  return {
    async take(address) {
      const network = networkOf(address)
      if (takeKnown(network)) return
      const taken = await counts.add(network, portion)
      const granted = Math.min(portion, most - (taken - portion))
      if (granted === 1) return
      const ends = (await counts.read(network))?.ends ?? counts.now()
      if (granted <= 0) {
        known.set(network, { ends, left: 0 })
        throw refused(ends)
      }
      // A concurrent request may have counted another portion.
      known.set(network, { ends, left: granted - 1 + (knownOf(network)?.left ?? 0) })
    },
    async refuse(address) {
      const network = networkOf(address)
      const held = knownOf(network)
      if (held?.left === 0) throw refused(held.ends)
      const counted = await counts.read(network)
      if (counted !== null && counted.taken >= most) throw refused(counted.ends)
    },
  }
}
