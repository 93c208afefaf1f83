// Metrics for whoever asks: what makes them is loaded, and begins to count requests, with the first question.
import type { Service } from '../service.js'
import type { RequestWatch } from '../watch/watch.js'
import type { Tally } from './tally.js'

export interface Meter {
  /** In the text format of Prometheus. */
  read(): Promise<string>
  stop(): void
}

export interface Metered {
  readonly service: Service
  readonly watch: RequestWatch
  readonly tally: Tally
}

export function createMeter(metered: Metered): Meter {
  let made: Promise<Meter> | null = null
  return {
    async read() {
      made ??= import('./collect.js').then(({ collect }) => collect(metered))
      return (await made).read()
    },
    stop() {
      void made?.then((meter) => meter.stop())
    },
  }
}
