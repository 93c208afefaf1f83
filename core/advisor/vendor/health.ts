// How a vendor has done lately in this process: one that fails again and again is left alone for a while, and retries are rationed.
import { VendorFailure } from './define.js'

/** Failures in a row after which it is left alone, and for how many milliseconds. */
const mostFailures = 5
const rest = 30_000
/** Retries that are saved up at most, and what each success adds: at most one call in ten is a retry for long. */
const savedRetries = 10
const earned = 0.1

export class Health {
  private failures = 0
  private until = 0
  private probing = false
  private retries = savedRetries

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** VendorFailure `resting` while it is left alone; after that one call at a time finds out whether it is back. */
  require(): void {
    if (this.failures < mostFailures) return
    if (this.now() < this.until || this.probing)
      throw new VendorFailure('resting', 'The vendor failed several times in a row and is left alone for a while.', false)
    this.probing = true
  }

  succeeded(): void {
    this.failures = 0
    this.probing = false
    this.retries = Math.min(savedRetries, this.retries + earned)
  }

  failed(): void {
    this.failures += 1
    this.probing = false
    if (this.failures >= mostFailures) this.until = this.now() + rest
  }

  /** The call ended for another reason than the vendor's. */
  leftAlone(): void {
    this.probing = false
  }

  /** True where one more retry may be spent. */
  mayRetry(): boolean {
    if (this.retries < 1) return false
    this.retries -= 1
    return true
  }
}
