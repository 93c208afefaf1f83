// Detects overload by late timers and by a heap that stays full after garbage collection. New requests then fail with 503.
import { createMessage, ServiceError } from '#core/contract.js'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Milliseconds between two checks. */
const checkMilliseconds = 200
/** A check this many milliseconds late indicates overload. Clients then wait several times as long. */
const lateMilliseconds = 500
/** Consecutive late checks that count as overload. One long computation alone does not. */
const overloadChecks = 3

/** Fraction of the heap in use after a major garbage collection. Above it, little more than the young generation is free. */
const fullHeapFraction = 0.8
/** Milliseconds for which a measurement counts. A process with a full heap collects garbage constantly. */
const heapReadingMilliseconds = 5_000

export interface OverloadDetector {
  /** True while new requests should be rejected. */
  readonly active: boolean
  stop(): void
}

/** Counts consecutive late checks. */
export class TimerLateness {
  private count = 0

  /** @param milliseconds delay of the check */
  record(milliseconds: number): void {
    this.count = milliseconds >= lateMilliseconds ? this.count + 1 : 0
  }

  get isOverloaded(): boolean {
    return this.count >= overloadChecks
  }
}

/** Remembers how full the heap was after garbage collection. */
export class HeapFullness {
  private until = -Infinity

  /** @param part fraction of the heap in use, measured at `now` (milliseconds) */
  record(part: number, now: number): void {
    this.until = part >= fullHeapFraction ? now + heapReadingMilliseconds : -Infinity
  }

  isFull(now: number): boolean {
    return now < this.until
  }
}

/** Reports the used fraction of the heap after each major garbage collection. Returns a function that stops it. */
function watchHeap(tell: (part: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    const isThorough = list.getEntries().some((entry) => {
      const { kind } = (entry as { readonly detail?: { readonly kind?: number } }).detail ?? {}
      return kind === constants.NODE_PERFORMANCE_GC_MAJOR
    })
    if (!isThorough) return
    const { used_heap_size: used, heap_size_limit: heapLimit } = getHeapStatistics()
    tell(used / heapLimit)
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}

export function createOverloadDetector(): OverloadDetector {
  const lateness = new TimerLateness()
  const fullness = new HeapFullness()
  const unwatch = watchHeap((part) => fullness.record(part, performance.now()))
  let expected = performance.now() + checkMilliseconds
  const timer = setInterval(() => {
    const now = performance.now()
    lateness.record(now - expected)
    expected = now + checkMilliseconds
  }, checkMilliseconds).unref()
  return {
    get active() {
      return lateness.isOverloaded || fullness.isFull(performance.now())
    },
    stop() {
      clearInterval(timer)
      unwatch()
    },
  }
}

/** Health and metrics are always served: orchestrators and operators must see the real state. */
const alwaysServedPaths = /^\/(?:health|metrics)(?:[/?]|$)/

export function canBeRejected(url: string): boolean {
  return !alwaysServedPaths.test(url)
}

export function createOverloadError(): ServiceError {
  return new ServiceError('NOT_READY', createMessage('errors.overloaded'))
}
