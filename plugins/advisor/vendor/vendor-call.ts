// Calls a model vendor and yields its events, with limited retries and a circuit breaker per vendor.
import { VendorFailure, type Vendor, type VendorEvent, type VendorRequest } from './define.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timings } from '#core/surface.js'

/** Failures in a row before it rests, and the rest in milliseconds. */
const failureThreshold = 5
const restMilliseconds = 30_000
/** Maximum saved retries, and retries earned per success: in the long run at most one call in ten is a retry. */
const maxSavedRetries = 10
const retriesPerSuccess = 0.1

export class VendorHealth {
  private failures = 0
  private reason = ''
  private until = 0
  private probing = false
  private retries = maxSavedRetries

  /** @param onOutage called when a rest starts, after each further failure and when it ends */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly onOutage: () => void = () => undefined,
  ) {}

  /** The failures in a row and the reason of the last one. null unless it rests. */
  get outage(): { readonly failures: number; readonly reason: string } | null {
    const { failures, reason } = this
    return failures < failureThreshold ? null : { failures, reason }
  }

  /** VendorFailure `resting` during a rest. After it, one probe call at a time is allowed. */
  require(): void {
    if (this.failures < failureThreshold) return
    if (this.now() < this.until || this.probing)
      throw new VendorFailure('resting', 'The vendor failed several times in a row. Calls are paused for a while.', false)
    this.probing = true
  }

  succeeded(): void {
    const wasResting = this.failures >= failureThreshold
    this.failures = 0
    if (wasResting) this.onOutage()
    this.probing = false
    this.retries = Math.min(maxSavedRetries, this.retries + retriesPerSuccess)
  }

  failed(reason: VendorFailure['reason']): void {
    this.failures += 1
    this.reason = reason
    this.probing = false
    if (this.failures < failureThreshold) return
    this.until = this.now() + restMilliseconds
    this.onOutage()
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

/** Maximum attempts per request. */
const maxAttempts = 3
/** Milliseconds before the first retry, doubled for each further one. */
const retryPause = 400
/** Longest `retry-after` in milliseconds. The call fails if the vendor asks for more. */
const maxRetryAfter = 5_000

/** The context of a call. */
export interface VendorCallContext {
  readonly health: VendorHealth
  readonly signal: AbortSignal
  readonly timings: Timings
}

/** Throws VendorFailure, or the signal's reason if it was aborted. Events before a failure have already been yielded. */
export async function* callVendor(
  vendor: Vendor,
  request: VendorRequest,
  { health, signal, timings }: VendorCallContext,
): AsyncGenerator<VendorEvent> {
  for (let attempt = 1; ; attempt++) {
    health.require()
    let [hasStarted, whole] = [false, false]
    try {
      for await (const event of streamWithTimings(vendor, request, signal, timings)) {
        hasStarted ||= event.kind !== 'usage'
        if (event.kind === 'end') {
          whole = true
          health.succeeded()
        }
        yield event
      }
      return
    } catch (error) {
      if (signal.aborted || !(error instanceof VendorFailure)) throw error
      health.failed(error.reason)
      const wait = error.wait ?? retryPause * 2 ** (attempt - 1) * (0.5 + Math.random())
      if (hasStarted || !error.again || attempt === maxAttempts || wait > maxRetryAfter || !health.mayRetry()) throw error
      whole = true
      await sleep(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw signal.reason
    } finally {
      // The consumer may have stopped reading.
      if (!whole) health.leftAlone()
    }
  }
}

/** A consumer that stops reading is not a failure of the vendor. */
async function* streamWithTimings(
  vendor: Vendor,
  request: VendorRequest,
  signal: AbortSignal,
  timings: Timings,
): AsyncGenerator<VendorEvent> {
  const over = timings.start('vendor', vendor.model)
  let spoke: ((succeeded: boolean) => void) | null = timings.start('first-word', vendor.model)
  let succeeded = false
  try {
    for await (const event of vendor.stream(request, signal)) {
      if (event.kind !== 'usage') spoke = spoke?.(true) ?? null
      succeeded ||= event.kind === 'end'
      yield event
    }
  } finally {
    over(succeeded || signal.aborted)
  }
}
