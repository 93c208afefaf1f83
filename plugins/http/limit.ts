// Bounds how often one network (an IPv4 address, an IPv6 /64) may do what costs or could be guessed: logins, carts (domain §7, reliability "Access").
import { createLruCache } from '#core/foundation/lru-cache.js'
import { type Counts, rememberedCounts } from '#core/storage/counts.js'
import { networkOf } from './network.js'
import { HttpRefusal } from './problem.js'

export interface Limit {
  /** Counts a request of the address; 429 TOO_MANY_REQUESTS with Retry-After once it has sent more than allowed. */
  take(address: string): Promise<void>
  /** Counts nothing, and refuses an address that has taken all that is allowed: where only some requests count, and which is known later. */
  refuse(address: string): Promise<void>
}

/** What this process knows of a network until the span is over. */
interface Known {
  readonly ends: number
  /** Of a portion that was counted at once, what has not come yet. */
  left: number
}

function tooMany(sentence: string, wait: number): HttpRefusal {
  return new HttpRefusal('TOO_MANY_REQUESTS', sentence, { 'retry-after': String(wait) })
}

/**
 * Where counts are shared, a network whose span is used up is refused without asking again, and one that may do much is counted in
 * portions: a flood costs the database nothing. Never more get through than allowed, and one in forty less for each process at the worst.
 * @param most requests of one address in a span
 * @param seconds the span's length, as that of the counts
 * @param refusal what is thrown beyond; TOO_MANY_REQUESTS if left out
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

  /** Refuses what is known to be refused, and takes from the portion; true where something was left of it. */
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
      // Others may have counted a portion meanwhile.
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
