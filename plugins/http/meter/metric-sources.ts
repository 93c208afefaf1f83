// Types of the metrics collector: its sources and its interface.
import type { Service } from '../service.js'
import type { RequestWatch } from '../watch/request-watch.js'
import type { EventCounter } from './event-counter.js'

export interface MetricsCollector {
  /** Returns the metrics in the Prometheus text format. */
  read(): Promise<string>
  stop(): void
}

export interface MetricSources {
  readonly service: Service
  readonly watch: RequestWatch
  readonly eventCounter: EventCounter
}
