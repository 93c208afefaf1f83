// The replies that this process is writing, kept in memory: local listeners need no database.
import type { Context } from 'product-configurator-service'
import type { ReplyStreamEvent, ReplyStreamEventMap, StreamEventName } from './define.js'

export class LiveReply {
  readonly events: ReplyStreamEvent[] = []
  /** Current number of listeners. */
  listeners = 0
  over = false
  private readonly waiting = new Set<() => void>()

  constructor(
    readonly turn: number,
    readonly attempt: number,
  ) {}

  emit<Name extends StreamEventName>(event: Name, data: ReplyStreamEventMap[Name]): void {
    this.events.push({ turn: this.turn, attempt: this.attempt, place: this.events.length + 1, event, data: JSON.stringify(data) })
    this.wake()
  }

  end(): void {
    this.over = true
    this.wake()
  }

  /** Resolves on the next event, at the end, after the timeout, or when the signal aborts. */
  waitForEvent(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.over) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        this.waiting.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, milliseconds)
      signal.addEventListener('abort', finish, { once: true })
      this.waiting.add(finish)
    })
  }

  private wake(): void {
    for (const callback of [...this.waiting]) callback()
  }
}

const repliesByContext = new WeakMap<Context, Map<number, LiveReply>>()

/** By conversation id. */
export function getLiveReplies(context: Context): Map<number, LiveReply> {
  const replies = repliesByContext.get(context) ?? new Map<number, LiveReply>()
  repliesByContext.set(context, replies)
  return replies
}
