// Types of the metrics collector: its sources and its interface.
import type { Service } from '../service.js'
import type { RequestWatch } from '../watch/watch.js'
import type { Tally } from './tally.js'

export interface Meter {
  /** Returns the metrics in the Prometheus text format. */
  read(): Promise<string>
  stop(): void
}

export interface Metered {
  readonly service: Service
  readonly watch: RequestWatch
  readonly tally: Tally
}
