// Counts the requests that are being answered by the network that they come from: in a crush those go first who take much more than others.
import { networkOf } from './network.js'

/** How many times as much as the others on average a network must take before it alone is sent away. */
const uneven = 3
/** Requests at once that nobody is blamed for: as many as a browser sends. */
const usual = 6

export class InFlight {
  private readonly counts = new Map<string, number>()
  private all = 0

  /** A request of the address is answered from now on; what is returned ends that. */
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

  /** True where some network takes so much more than the others that they can be served without it. */
  get isUneven(): boolean {
    for (const count of this.counts.values()) if (this.isTooMuch(count)) return true
    return false
  }

  /** True for an address whose network does. */
  takesTooMuch(address: string): boolean {
    return this.isTooMuch(this.counts.get(networkOf(address)) ?? 0)
  }

  private isTooMuch(count: number): boolean {
    const others = this.counts.size - 1
    return others > 0 && count > usual && count > (uneven * (this.all - count)) / others
  }
}
