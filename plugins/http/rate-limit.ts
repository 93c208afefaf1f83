// Limits per network (an IPv4 address or an IPv6 /64): calls of expensive or guessable requests, and running requests.
import { type Context, createLruCache, createMessage, type MessageText } from '#core/contract.js'
import { createRateLimitCounters, maximumMemoryCounters, type RateLimitCounters } from '#core/surface.js'
import { HttpError } from './problem-reply.js'
import { isIPv6 } from 'node:net'

/** Longer than any address. A trusted proxy may pass on arbitrary text. */
const maxAddressLength = 64
/** `::ffff:192.0.2.1`: an IPv4 address as a dual-stack socket reports it. */
const mappedIpv4Pattern = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i

/** Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address: `2001:db8:0:7::/64`. */
export function toNetwork(address: string): string {
  const shortAddress = address.slice(0, maxAddressLength)
  const plain = mappedIpv4Pattern.exec(shortAddress)?.[1] ?? shortAddress
  // Node compiles its long pattern of IPv6 addresses at the first call.
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  const [before = '', after] = plain.split('%', 1)[0]!.split('::')
  const leading = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  // The last 32 bits may be written as an IPv4 address, which counts as two groups.
  const groupCount = leading.length + right.length + (plain.includes('.') ? 1 : 0)
  const groups = [...leading, ...Array<string>(Math.max(0, 8 - groupCount)).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

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

/** A network is rejected if it has more than this many times the average of the other networks. */
const excessFactor = 3
/** Concurrent requests that are always allowed: as many as a browser opens. */
const alwaysAllowedRequests = 6
/** The maximum number of networks without a request. */
const maximumIdleNetworks = 1_000

/** Counts running requests per network. Under overload the server rejects networks that use far more than their share. */
export class RequestCounter {
  /** Also has networks without a request: a map whose only key comes and goes allocates a new table every few requests. */
  private readonly counts = new Map<string, number>()
  /** The number of networks with a request. */
  private activeNetworks = 0
  private total = 0

  /** Counts a request of the address. Call the returned function when the request is finished. */
  startRequest(address: string): () => void {
    const network = toNetwork(address)
    const count = this.counts.get(network) ?? 0
    if (count === 0) {
      this.activeNetworks++
      if (this.counts.size > 2 * this.activeNetworks + maximumIdleNetworks) this.forgetIdleNetworks()
    }
    this.counts.set(network, count + 1)
    this.total++
    return () => {
      const remaining = this.counts.get(network)! - 1
      this.counts.set(network, remaining)
      if (remaining === 0) this.activeNetworks--
      this.total--
    }
  }

  private forgetIdleNetworks(): void {
    for (const [network, count] of this.counts) if (count === 0) this.counts.delete(network)
  }

  /** True if some network exceeds its share. The other networks can then still be served. */
  get hasDominantNetwork(): boolean {
    for (const count of this.counts.values()) if (this.isExcessive(count)) return true
    return false
  }

  /** True if the address's network exceeds its share. */
  hasExcessiveShare(address: string): boolean {
    return this.isExcessive(this.counts.get(toNetwork(address)) ?? 0)
  }

  private isExcessive(count: number): boolean {
    const otherCount = this.activeNetworks - 1
    return otherCount > 0 && count > alwaysAllowedRequests && count > (excessFactor * (this.total - count)) / otherCount
  }
}

/**
 * A rate limit whose counts are in the storage that the installation has configured.
 * @param kind the name of the counts
 */
export function createInstallationRateLimit(
  context: Context,
  kind: string,
  maxRequests: number,
  seconds: number,
  refusal?: (message: MessageText, wait: number) => Error,
): RateLimit {
  return createRateLimit(createRateLimitCounters(context, kind, seconds * 1000), maxRequests, seconds, refusal)
}
