// The sources and the interface of the metrics collector, and the counter of the shop's events.
import type { EventName, Observers } from '#core/contract.js'
import { eventNames } from '#core/surface.js'
import type { Service } from '../service.js'
import type { RequestWatch } from '../watch/request-watch.js'

export interface MetricsCollector {
  /** Returns the metrics in the Prometheus text format. */
  read(): Promise<string>
  stop(): void
}

/** Emitted at each write. The request metrics by route cover it. */
const uncountedEvents: ReadonlySet<EventName> = new Set(['onSvcStoreRecord', 'onSvcDeleteRecord'])

export interface EventCounter {
  readonly observers: Observers
  /** Event name to its count since the process started. Contains every counted event. */
  readonly counts: ReadonlyMap<EventName, number>
}

/** Counts the shop's events by name. */
export function createEventCounter(): EventCounter {
  const counted = eventNames.filter((name) => !uncountedEvents.has(name))
  const counts = new Map<EventName, number>(counted.map((name) => [name, 0]))
  const count = (name: EventName) => (): void => void counts.set(name, counts.get(name)! + 1)
  return { counts, observers: Object.fromEntries(counted.map((name) => [name, count(name)])) }
}

export interface MetricSources {
  readonly service: Service
  readonly watch: RequestWatch
  readonly eventCounter: EventCounter
}
