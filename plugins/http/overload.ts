// Notices that the process has more to do than it can, by timers that come late, so that new requests are told to come again.
import { ServiceError } from '#core/ground/errors.js'

/** Milliseconds between two looks. */
const interval = 200
/** Milliseconds by which a look is late where the process is overloaded: who calls waits several times as long. */
const late = 500
/** Looks in a row that must be late: one long piece of work is no reason to send anybody away. */
const enough = 3

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

export function watchOverload(): Overload {
  const lateness = new Lateness()
  let expected = performance.now() + interval
  const timer = setInterval(() => {
    const now = performance.now()
    lateness.note(now - expected)
    expected = now + interval
  }, interval).unref()
  return {
    get active() {
      return lateness.lasting
    },
    stop: () => clearInterval(timer),
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
