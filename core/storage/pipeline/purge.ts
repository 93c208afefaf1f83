// Step five of five, after the commit: frees what this process holds of the old record, then tells the observers.
import type { EventName, EventPayloads } from '../../ground/events.js'
import type { Context } from '../context.js'
import type { Topic } from '../database/versions.js'

/** Frees the caches of the topics; other processes find out by the versions. Then the event, if there is one. */
export async function purge<Name extends EventName>(
  context: Context,
  topics: readonly Topic[],
  event: Name,
  payload: EventPayloads[Name],
): Promise<void> {
  for (const topic of topics) context.caches.forget(topic)
  await announce(context, event, payload)
}

/** True where somebody hears of the event. */
export const isObserved = (context: Context, event: EventName): boolean =>
  context.observers.some(({ observers }) => observers[event] !== undefined)

/** Tells every observer of the event in config order; one that fails is logged with its owner and fails nothing (spec 6). */
export async function announce<Name extends EventName>(
  context: Context,
  event: Name,
  payload: EventPayloads[Name],
): Promise<void> {
  Object.freeze(payload)
  for (const { owner, observers } of context.observers) {
    try {
      await observers[event]?.(payload)
    } catch (error) {
      context.log.error({ err: error, owner, event }, `An observer of ${event} from '${owner}' failed; what was stored stands.`)
    }
  }
}
