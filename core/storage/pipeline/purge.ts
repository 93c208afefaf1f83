// Step five of five, after the commit: drops stale cache entries of this process, then emits the event. Deletes end with it too.
import type { EventName, EventPayloads } from '../../foundation/events.js'
import type { Context, PluginObservers } from '../context.js'
import type { Topic } from '../database/versions.js'
import { ObserverQueue } from '../observer-queue.js'

/** Drops the caches of the topics, then emits the event. Other processes detect the change by the version counters. */
export function purge<Name extends EventName>(
  context: Context,
  topics: readonly Topic[],
  event: Name,
  payload: EventPayloads[Name],
): void {
  for (const topic of topics) context.caches.forget(topic)
  emitEvent(context, event, payload)
}

/** True if an observer subscribes to the event. */
export const hasObserver = (context: Context, event: EventName): boolean =>
  context.observers.some(({ observers }) => observers[event] !== undefined)

const queues = new WeakMap<PluginObservers, ObserverQueue>()

/** Calls every observer of the event in config order. The caller does not wait for them, and their failures are logged. */
export function emitEvent<Name extends EventName>(context: Context, event: Name, payload: EventPayloads[Name]): void {
  Object.freeze(payload)
  for (const owned of context.observers) {
    let queue = queues.get(owned)
    if (queue === undefined) {
      queue = new ObserverQueue(context, owned)
      queues.set(owned, queue)
    }
    queue.push(event, payload)
  }
}
