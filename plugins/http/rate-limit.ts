// Rate limits per network (an IPv4 address or an IPv6 /64) for expensive or guessable requests such as logins.
import { createLruCache, createMessage, type MessageText } from '#core/contract.js'
import { maximumMemoryCounters, type RateLimitCounters } from '#core/surface.js'
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

function createTooManyRequestsError(message: MessageText, wait: number): HttpError {
  return new HttpError('TOO_MANY_REQUESTS', message, { 'retry-after': String(wait) })
}

/**
 * With shared counts, an exhausted network is rejected without a query, and generous limits are counted in portions, so a flood causes no
 * database load. Never more requests pass than allowed. Up to one in forty fewer may pass per process.
 * @param maxRequests requests of one network in a span
 * @param seconds length of the span, equal to that of the counts
 * @param refusal creates the error; default TOO_MANY_REQUESTS
 */
export function createRateLimit(
  counts: RateLimitCounters,
  maxRequests: number,
  seconds: number,
  refusal: (message: MessageText, wait: number) => Error = createTooManyRequestsError,
): RateLimit {
  const localCounts = createLruCache<string, CachedCount>(maximumMemoryCounters)
  const portion = counts.portion(maxRequests)

  const findCachedCount = (network: string): CachedCount | undefined => {
    const cachedCount = localCounts.get(network)
    return cachedCount === undefined || cachedCount.expiresAt <= counts.now() ? undefined : cachedCount
  }

  function refused(ends: number): Error {
    const wait = Math.max(1, Math.ceil((ends - counts.now()) / 1000))
    return refusal(createMessage('errors.tooManyRequests', { count: String(maxRequests), seconds: String(seconds), wait }), wait)
  }

  /** Throws if the network is known to be exhausted. Returns true if the portion covered the request. */
  function spendCachedCount(network: string): boolean {
    const cachedCount = findCachedCount(network)
    if (cachedCount === undefined) return false
    if (cachedCount.remaining === 0) throw refused(cachedCount.expiresAt)
    cachedCount.remaining -= 1
    if (cachedCount.remaining === 0) localCounts.delete(network)
    return true
  }

  return {
    async countRequest(address) {
      const network = toNetwork(address)
      if (spendCachedCount(network)) return
      const total = await counts.add(network, portion)
      const granted = Math.min(portion, maxRequests - (total - portion))
      if (granted === 1) return
      const ends = (await counts.read(network))?.ends ?? counts.now()
      if (granted <= 0) {
        localCounts.set(network, { expiresAt: ends, remaining: 0 })
        throw refused(ends)
      }
      // A concurrent request may have counted another portion.
      localCounts.set(network, { expiresAt: ends, remaining: granted - 1 + (findCachedCount(network)?.remaining ?? 0) })
    },
    async rejectExhausted(address) {
      const network = toNetwork(address)
      const cachedCount = findCachedCount(network)
      if (cachedCount?.remaining === 0) throw refused(cachedCount.expiresAt)
      const counted = await counts.read(network)
      if (counted !== null && counted.taken >= maxRequests) throw refused(counted.ends)
    },
  }
}
