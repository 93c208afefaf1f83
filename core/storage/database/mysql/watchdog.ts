// Ends connections whose server has fallen silent in the middle of a statement: a stopped process says nothing, and keeps its connections.
import type { Connection } from 'mysql2'

/** What the network says where nobody answers in time. */
function silence(milliseconds: number): Error {
  const sentence = `The database server has not answered a statement for ${Math.round(milliseconds / 1000)} seconds.`
  return Object.assign(new Error(sentence), { code: 'ETIMEDOUT', fatal: true })
}

export class Watchdog {
  /** Connections with unanswered statements: since when the first of them waits, and how many there are; the oldest first. */
  private readonly unanswered = new Map<Connection, { readonly since: number; readonly count: number }>()
  private timer: NodeJS.Timeout | null = null

  /** @param patience milliseconds that a statement may take: longer than any wait for another unit's lock */
  constructor(private readonly patience: number) {}

  /** Watches over a statement until it is answered, or its connection ends for the lack of an answer. */
  over<T>(connection: Connection, deed: () => Promise<T>): Promise<T> {
    const open = this.unanswered.get(connection)
    this.unanswered.set(connection, { since: open?.since ?? performance.now(), count: (open?.count ?? 0) + 1 })
    this.timer ??= setInterval(() => this.look(), this.patience / 4).unref()
    const answer = deed()
    const over = (): void => this.answered(connection)
    // Asked first, told first: before whoever waits for the answer goes on.
    answer.then(over, over)
    return answer
  }

  /** The next of the connection's statements, if there is one, has its time from now on. */
  private answered(connection: Connection): void {
    const open = this.unanswered.get(connection)
    this.unanswered.delete(connection)
    if (open && open.count > 1) this.unanswered.set(connection, { since: performance.now(), count: open.count - 1 })
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
  }

  private look(): void {
    const latest = performance.now() - this.patience
    for (const [connection, { since }] of this.unanswered) {
      if (since > latest) return
      this.unanswered.delete(connection)
      // Destroyed by itself, a connection would leave those who wait for its answer waiting.
      ;(connection as unknown as { readonly stream: NodeJS.Socket & { destroy(error: Error): void } }).stream.destroy(
        silence(this.patience),
      )
    }
    if (this.unanswered.size === 0) this.stop()
  }
}
