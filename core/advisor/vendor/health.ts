// A circuit breaker for a model vendor in this process: rests after repeated failures, and limits retries.
import { VendorFailure } from './define.js'

/** Failures in a row before it rests, and the rest in milliseconds. */
const failureThreshold = 5
const restMilliseconds = 30_000
/** Maximum saved retries, and retries earned per success: in the long run at most one call in ten is a retry. */
const maxSavedRetries = 10
const retriesPerSuccess = 0.1

/** The recent failures of a vendor. */
export interface VendorTrouble {
  /** Failures in a row. */
  readonly failures: number
  /** The VendorFailure reason of the last one. */
  readonly reason: string
  /** True while it rests. Only single probe calls are made then. */
  readonly resting: boolean
}

export class VendorHealth {
  private failures = 0
  private reason = ''
  private until = 0
  private probing = false
  private retries = maxSavedRetries

  /** @param turned called when a rest starts and when it ends */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly turned: () => void = () => undefined,
  ) {}

  /** null if the last call succeeded. */
  get trouble(): VendorTrouble | null {
    const { failures, reason } = this
    return failures === 0 ? null : { failures, reason, resting: failures >= failureThreshold }
  }

  /** VendorFailure `resting` during a rest. After it, one probe call at a time is allowed. */
  require(): void {
    if (this.failures < failureThreshold) return
    if (this.now() < this.until || this.probing)
      throw new VendorFailure('resting', 'The vendor failed several times in a row and is left alone for a while.', false)
    this.probing = true
  }

  succeeded(): void {
    const wasResting = this.failures >= failureThreshold
    this.failures = 0
    if (wasResting) this.turned()
    this.probing = false
    this.retries = Math.min(maxSavedRetries, this.retries + retriesPerSuccess)
  }

  failed(reason: VendorFailure['reason']): void {
    this.failures += 1
    this.reason = reason
    this.probing = false
    if (this.failures >= failureThreshold) this.until = this.now() + restMilliseconds
    if (this.failures === failureThreshold) this.turned()
  }

  /** The call ended for a reason other than the vendor. */
  leftAlone(): void {
    this.probing = false
  }

  /** True if a retry is allowed. Spends one retry. */
  mayRetry(): boolean {
    if (this.retries < 1) return false
    this.retries -= 1
    return true
  }
}
