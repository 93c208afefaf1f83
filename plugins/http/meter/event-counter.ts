// Counts the shop's events by name.
import type { EventName, Observers } from '#core/contract.js'
import { eventNames } from '#core/surface.js'

/** Emitted at each write. The request metrics by route cover it. */
const uncountedEvents: ReadonlySet<EventName> = new Set(['onSvcStoreRecord', 'onSvcDeleteRecord'])

export interface EventCounter {
  readonly observers: Observers
  /** Event name to its count since the process started. Contains every counted event. */
  readonly counts: ReadonlyMap<EventName, number>
}

export function createEventCounter(): EventCounter {
  const counted = eventNames.filter((name) => !uncountedEvents.has(name))
  const counts = new Map<EventName, number>(counted.map((name) => [name, 0]))
  const count = (name: EventName) => (): void => void counts.set(name, counts.get(name)! + 1)
  return { counts, observers: Object.fromEntries(counted.map((name) => [name, count(name)])) }
}
