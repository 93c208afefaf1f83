// Counts running requests per network. Under overload the server rejects networks that use far more than their share.
import { toNetwork } from './network.js'

/** A network is rejected if it has more than this many times the average of the other networks. */
const excessFactor = 3
/** Concurrent requests that are always allowed: as many as a browser opens. */
const alwaysAllowedRequests = 6

export class RequestCounter {
  private readonly counts = new Map<string, number>()
  private total = 0

  /** Counts a request of the address. Call the returned function when the request is finished. */
  startRequest(address: string): () => void {
    const network = toNetwork(address)
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1)
    this.total++
    return () => {
      const remaining = this.counts.get(network)! - 1
      if (remaining > 0) this.counts.set(network, remaining)
      else this.counts.delete(network)
      this.total--
    }
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
    const otherCount = this.counts.size - 1
    return otherCount > 0 && count > alwaysAllowedRequests && count > (excessFactor * (this.total - count)) / otherCount
  }
}
