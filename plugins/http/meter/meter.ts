// Loads the metrics collector at the first scrape. Request counting starts then.
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
