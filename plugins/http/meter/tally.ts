// Counts what happens in the shop, by the events that observers hear of.
import { eventNames, type EventName, type Observers } from '#core/foundation/events.js'

/** Each write tells of records; requests by route say as much. */
const uncounted: ReadonlySet<EventName> = new Set(['onSvcStoreRecord', 'onSvcDeleteRecord'])

export interface Tally {
  readonly observers: Observers
  /** Event name to how often it came since the process began; every counted event is there. */
  readonly counts: ReadonlyMap<EventName, number>
}

export function createTally(): Tally {
  const counted = eventNames.filter((name) => !uncounted.has(name))
  const counts = new Map<EventName, number>(counted.map((name) => [name, 0]))
  const count = (name: EventName) => (): void => void counts.set(name, counts.get(name)! + 1)
  return { counts, observers: Object.fromEntries(counted.map((name) => [name, count(name)])) }
}
