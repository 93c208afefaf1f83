// Asks a vendor and gives its events: a request that failed before its first word is tried again, as often as its health allows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timings } from '../../foundation/timings.js'
import { type Vendor, type VendorEvent, VendorFailure, type VendorRequest } from './define.js'
import type { Health } from './health.js'

/** Times that one request is sent. */
const mostAttempts = 3
/** Milliseconds before the first retry; twice as long before the next. */
const pause = 400
/** A vendor that asks for a longer wait than this is not waited for. */
const longestWait = 5_000

/** With what a vendor is asked. */
export interface Asking {
  readonly health: Health
  readonly signal: AbortSignal
  readonly timings: Timings
}

/** Throws VendorFailure; the signal's reason where it was aborted. What was said before a failure has been given. */
export async function* askVendor(
  vendor: Vendor,
  request: VendorRequest,
  { health, signal, timings }: Asking,
): AsyncGenerator<VendorEvent> {
  for (let attempt = 1; ; attempt++) {
    health.require()
    let [begun, whole] = [false, false]
    try {
      for await (const event of timed(vendor, request, signal, timings)) {
        begun ||= event.kind !== 'usage'
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
      const wait = error.wait ?? pause * 2 ** (attempt - 1) * (0.5 + Math.random())
      if (begun || !error.again || attempt === mostAttempts || wait > longestWait || !health.mayRetry()) throw error
      whole = true
      await sleep(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw signal.reason
    } finally {
      // Whoever listens may have left in the middle.
      if (!whole) health.leftAlone()
    }
  }
}

/** Whoever leaves in the middle is no failure of the vendor. */
async function* timed(
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
