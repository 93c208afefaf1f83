// Metrics for whoever asks: what makes them is loaded, and begins to count requests, with the first question.
import type { Meter, Metered } from './define.js'

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
