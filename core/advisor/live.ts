// The replies that are written in this process, as those who listen here hear them: no database between the word and the ear.
import type { Context } from '../storage/context.js'
import type { StreamEvent, StreamEvents, StreamName } from './define.js'

export class LiveReply {
  readonly events: StreamEvent[] = []
  /** Who listens now. */
  listeners = 0
  over = false
  private readonly waiting = new Set<() => void>()

  constructor(
    readonly turn: number,
    readonly attempt: number,
  ) {}

  tell<Name extends StreamName>(event: Name, data: StreamEvents[Name]): void {
    this.events.push({ turn: this.turn, attempt: this.attempt, place: this.events.length + 1, event, data: JSON.stringify(data) })
    this.wake()
  }

  end(): void {
    this.over = true
    this.wake()
  }

  /** Until the next event, the end, so many milliseconds, or the signal. */
  heard(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.over) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal.addEventListener('abort', done, { once: true })
      this.waiting.add(done)
    })
  }

  private wake(): void {
    for (const done of [...this.waiting]) done()
  }
}

const replies = new WeakMap<Context, Map<number, LiveReply>>()

/** By conversation. */
export function liveReplies(context: Context): Map<number, LiveReply> {
  const known = replies.get(context) ?? new Map<number, LiveReply>()
  replies.set(context, known)
  return known
}
