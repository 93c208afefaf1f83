// Counts running requests per network. Under overload the server rejects networks that use far more than their share.
import { networkOf } from './network.js'

/** A network is rejected if it has more than this many times the average of the other networks. */
const uneven = 3
/** Concurrent requests that are always allowed: as many as a browser opens. */
const usual = 6

export class InFlight {
  private readonly counts = new Map<string, number>()
  private all = 0

  /** Counts a request of the address. Call the returned function when the request is finished. */
  enter(address: string): () => void {
    const network = networkOf(address)
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1)
    this.all++
    return () => {
      const left = this.counts.get(network)! - 1
      if (left > 0) this.counts.set(network, left)
      else this.counts.delete(network)
      this.all--
    }
  }

  /** True if some network exceeds its share. The other networks can then still be served. */
  get isUneven(): boolean {
    for (const count of this.counts.values()) if (this.isTooMuch(count)) return true
    return false
  }

  /** True if the address's network exceeds its share. */
  takesTooMuch(address: string): boolean {
    return this.isTooMuch(this.counts.get(networkOf(address)) ?? 0)
  }

  private isTooMuch(count: number): boolean {
    const others = this.counts.size - 1
    return others > 0 && count > usual && count > (uneven * (this.all - count)) / others
  }
}
