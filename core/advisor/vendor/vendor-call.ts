// Calls a model vendor and yields its events. Requests that fail before their first output are retried within limits.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timings } from '../../foundation/timings.js'
import { type Vendor, type VendorEvent, VendorFailure, type VendorRequest } from './define.js'
import type { VendorHealth } from './health.js'

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
