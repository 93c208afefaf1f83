// How a vendor has done lately in this process: one that fails again and again is left alone for a while, and retries are rationed.
import { VendorFailure } from './define.js'

/** Failures in a row after which it is left alone, and for how many milliseconds. */
const mostFailures = 5
const rest = 30_000
/** Retries that are saved up at most, and what each success adds: at most one call in ten is a retry for long. */
const savedRetries = 10
const earned = 0.1

/** What became of the last calls of a vendor. */
export interface VendorTrouble {
  /** Calls that have failed in a row. */
  readonly failures: number
  /** Why the last of them did: a reason of VendorFailure. */
  readonly reason: string
  /** True while it is left alone, but for a call now and then. */
  readonly resting: boolean
}

export class Health {
  private failures = 0
  private reason = ''
  private until = 0
  private probing = false
  private retries = savedRetries

  /** @param turned is told when it begins to be left alone, and when that is over */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly turned: () => void = () => undefined,
  ) {}

  /** null where its last call was answered. */
  get trouble(): VendorTrouble | null {
    const { failures, reason } = this
    return failures === 0 ? null : { failures, reason, resting: failures >= mostFailures }
  }

  /** VendorFailure `resting` while it is left alone; after that one call at a time finds out whether it is back. */
  require(): void {
    if (this.failures < mostFailures) return
    if (this.now() < this.until || this.probing)
      throw new VendorFailure('resting', 'The vendor failed several times in a row and is left alone for a while.', false)
    this.probing = true
  }

  succeeded(): void {
    const wasResting = this.failures >= mostFailures
    this.failures = 0
    if (wasResting) this.turned()
    this.probing = false
    this.retries = Math.min(savedRetries, this.retries + earned)
  }

  failed(reason: VendorFailure['reason']): void {
    this.failures += 1
    this.reason = reason
    this.probing = false
    if (this.failures >= mostFailures) this.until = this.now() + rest
    if (this.failures === mostFailures) this.turned()
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
