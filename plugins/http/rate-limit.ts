// Rate limits per network (an IPv4 address or an IPv6 /64) for expensive or guessable requests such as logins (domain §7).
import { createLruCache } from '#core/foundation/lru-cache.js'
import { type RateLimitCounters, maximumMemoryCounters } from '#core/storage/rate-limit-counters.js'
import { toNetwork } from './network.js'
import { HttpError } from './problem-reply.js'

export interface RateLimit {
  /** Counts a request. Throws 429 TOO_MANY_REQUESTS with Retry-After if the address exceeds the limit. */
  countRequest(address: string): Promise<void>
  /** Throws if the limit is used up, without counting. Use it where the outcome decides later whether the request counts. */
  rejectExhausted(address: string): Promise<void>
}

/** What this process remembers about a network until the span ends. */
interface CachedCount {
  readonly expiresAt: number
  /** Rest of a portion that was counted in advance. */
  remaining: number
}

function createTooManyRequestsError(sentence: string, wait: number): HttpError {
  return new HttpError('TOO_MANY_REQUESTS', sentence, { 'retry-after': String(wait) })
}

/**
 * With shared counts, an exhausted network is rejected without a query, and generous limits are counted in portions, so a flood causes no
 * database load. Never more requests pass than allowed. Up to one in forty fewer may pass per process.
 * @param most requests of one network in a span
 * @param seconds length of the span, equal to that of the counts
 * @param refusal creates the error; default TOO_MANY_REQUESTS
 */
export function createRateLimit(
  counts: RateLimitCounters,
  most: number,
  seconds: number,
  refusal: (sentence: string, wait: number) => Error = createTooManyRequestsError,
): RateLimit {
  const known = createLruCache<string, CachedCount>(maximumMemoryCounters)
  const portion = counts.portion(most)

  const knownOf = (network: string): CachedCount | undefined => {
    const held = known.get(network)
    return held === undefined || held.expiresAt <= counts.now() ? undefined : held
  }

  function refused(ends: number): Error {
    const wait = Math.max(1, Math.ceil((ends - counts.now()) / 1000))
    return refusal(`This address sent more than ${most} such requests in ${seconds} seconds. Try again in ${wait} seconds.`, wait)
  }

  /** Throws if the network is known to be exhausted. Returns true if the portion covered the request. */
  function takeKnown(network: string): boolean {
    const held = knownOf(network)
    if (held === undefined) return false
    if (held.remaining === 0) throw refused(held.expiresAt)
    held.remaining -= 1
    if (held.remaining === 0) known.delete(network)
    return true
  }

  return {
    async countRequest(address) {
      const network = toNetwork(address)
      if (takeKnown(network)) return
      const taken = await counts.add(network, portion)
      const granted = Math.min(portion, most - (taken - portion))
      if (granted === 1) return
      const ends = (await counts.read(network))?.ends ?? counts.now()
      if (granted <= 0) {
        known.set(network, { expiresAt: ends, remaining: 0 })
        throw refused(ends)
      }
      // A concurrent request may have counted another portion.
      known.set(network, { expiresAt: ends, remaining: granted - 1 + (knownOf(network)?.remaining ?? 0) })
    },
    async rejectExhausted(address) {
      const network = toNetwork(address)
      const held = knownOf(network)
      if (held?.remaining === 0) throw refused(held.expiresAt)
      const counted = await counts.read(network)
      if (counted !== null && counted.taken >= most) throw refused(counted.ends)
    },
  }
}
