// Notices by timers that come late, and by memory that stays full, that the process has more to do than it can: new requests come again.
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ServiceError } from '#core/foundation/errors.js'

/** Milliseconds between two looks. */
const interval = 200
/** Milliseconds by which a look is late where the process is overloaded: who calls waits several times as long. */
const late = 500
/** Looks in a row that must be late: one long piece of work is no reason to send anybody away. */
const enough = 3

/** Part of the memory that may still be in use when it was just cleaned up; the rest is little more than what is young has to itself. */
const full = 0.8
/** Milliseconds after which a cleaning says nothing any more: a process whose memory is full cleans it again and again. */
const recent = 5_000

export interface Overload {
  /** True while new requests should be told to come again. */
  readonly active: boolean
  stop(): void
}

/** Counts how many looks in a row came late. */
export class Lateness {
  private count = 0

  /** @param milliseconds by which the look came late */
  note(milliseconds: number): void {
    this.count = milliseconds >= late ? this.count + 1 : 0
  }

  get lasting(): boolean {
    return this.count >= enough
  }
}

/** Remembers how full the memory was after it was cleaned up. */
export class Fullness {
  private until = -Infinity

  /** @param part of the memory that is in use after a cleaning, at a time in milliseconds */
  note(part: number, now: number): void {
    this.until = part >= full ? now + recent : -Infinity
  }

  lasts(now: number): boolean {
    return now < this.until
  }
}

/** Tells how full the memory is after each thorough cleaning; the end of it. */
function watchMemory(tell: (part: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    const isThorough = list.getEntries().some((entry) => {
      const { kind } = (entry as { readonly detail?: { readonly kind?: number } }).detail ?? {}
      return kind === constants.NODE_PERFORMANCE_GC_MAJOR
    })
    if (!isThorough) return
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
    tell(used / most)
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}

export function watchOverload(): Overload {
  const lateness = new Lateness()
  const fullness = new Fullness()
  const unwatch = watchMemory((part) => fullness.note(part, performance.now()))
  let expected = performance.now() + interval
  const timer = setInterval(() => {
    const now = performance.now()
    lateness.note(now - expected)
    expected = now + interval
  }, interval).unref()
  return {
    get active() {
      return lateness.lasting || fullness.lasts(performance.now())
    },
    stop() {
      clearInterval(timer)
      unwatch()
    },
  }
}

/** Asked by whoever decides whether the process is restarted or left out: they must see it as it is. */
const always = /^\/(?:health|metrics)(?:[/?]|$)/

export function mayWait(url: string): boolean {
  return !always.test(url)
}

export function tooBusy(): ServiceError {
  return new ServiceError('NOT_READY', 'The service has more to do than it can at the moment. Try again shortly.')
}
