// Step five of five, after the commit: drops stale cache entries of this process, then emits the event. Deletes end with it too.
import type { EventName, EventPayloads } from '../../foundation/events.js'
import type { Context, PluginObservers } from '../context.js'
import type { Topic } from '../unit-of-work/identity-map.js'

/** The maximum number of queued events per observer. Further events are lost. */
const maximumQueuedEvents = 100_000

interface QueuedEvent {
  readonly event: EventName
  readonly call: () => void | Promise<void>
}

/** Delivers events to one observer: one at a time, in commit order, each with a deadline, without delaying the caller. */
export class ObserverQueue {
  private readonly waiting: QueuedEvent[] = []
  private isBusy = false
  private isFull = false

  constructor(
    private readonly context: Pick<Context, 'log' | 'background' | 'observerSeconds'>,
    private readonly pluginObservers: PluginObservers,
  ) {}

  /** Calls the observer, or queues the event while the observer handles an earlier one. Never throws, never waits. */
  push<Name extends EventName>(event: Name, payload: EventPayloads[Name]): void {
    const { observers } = this.pluginObservers
    if (observers[event] === undefined) return
    const queued: QueuedEvent = { event, call: () => observers[event]?.(payload) }
    if (this.isBusy) this.enqueue(queued)
    else {
      const running = this.start(queued)
      if (running !== null) this.context.background.begin((stopping) => this.drain(event, running, stopping))
    }
  }

  private enqueue(queued: QueuedEvent): void {
    if (this.waiting.length < maximumQueuedEvents) this.waiting.push(queued)
    else if (!this.isFull) {
      this.isFull = true
      this.logError(
        queued.event,
        `${maximumQueuedEvents} events are waiting for the observer of '${this.pluginObservers.owner}'. Further events are dropped.`,
      )
    }
  }

  /**
   * Starts the call. Returns null if it returned nothing: such observers have handled the event before the caller continues. The
   * promise never rejects: failures are logged at any time.
   */
  private start({ event, call }: QueuedEvent): Promise<void> | null {
    try {
      const result = call()
      return result === undefined ? null : Promise.resolve(result).catch((error: unknown) => this.logFailure(event, error))
    } catch (error) {
      this.logFailure(event, error)
      return null
    }
  }

  private async drain(first: EventName, running: Promise<void>, stopping: AbortSignal): Promise<void> {
    this.isBusy = true
    try {
      let isInTime = await this.isDone(first, running)
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
        // If an observer hangs, the service waits for one deadline in total, not for one per event.
        if (stopping.aborted && !isInTime) return this.logLost(next)
        const call = this.start(next)
        isInTime = call === null || (await this.isDone(next.event, call))
      }
    } finally {
      this.isBusy = false
      this.isFull = false
    }
  }

  /** Waits for the call until its deadline. Returns false and logs an error if the call is late. */
  private async isDone(event: EventName, call: Promise<void>): Promise<boolean> {
    const { observerSeconds } = this.context
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), observerSeconds * 1_000)
    })
    const isInTime = await Promise.race([call.then(() => true), late])
    clearTimeout(timer)
    if (!isInTime) {
      const message = `The observer of ${event} from '${this.pluginObservers.owner}' did not end within ${observerSeconds} seconds and is ignored from now on.`
      this.logError(event, message)
    }
    return isInTime
  }

  private logLost({ event }: QueuedEvent): void {
    const count = this.waiting.splice(0).length + 1
    this.logError(
      event,
      `The service is stopping. ${count} events were not passed to the observer of '${this.pluginObservers.owner}'.`,
    )
  }

  private logFailure(event: EventName, error: unknown): void {
    this.logError(
      event,
      `An observer of ${event} from '${this.pluginObservers.owner}' failed. The stored records are not affected.`,
      error,
    )
  }

  private logError(event: EventName, message: string, error?: unknown): void {
    this.context.log.error({ owner: this.pluginObservers.owner, event, ...(error !== undefined && { err: error }) }, message)
  }
}

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
