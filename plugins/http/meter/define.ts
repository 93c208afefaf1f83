// What measures the service, and what it measures.
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
