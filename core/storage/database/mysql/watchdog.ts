// Closes connections whose server stops responding during a statement. A stopped server process keeps its connections open.
import type { Connection } from 'mysql2'
import { closeWithError } from './dialect-module.js'

/** The timeout error of a connection, in the form of a network error. */
function createTimeoutError(milliseconds: number): Error {
  const sentence = `The database server has not answered a statement for ${Math.round(milliseconds / 1000)} seconds.`
  return Object.assign(new Error(sentence), { code: 'ETIMEDOUT', fatal: true })
}

export class Watchdog {
  /** Connections with unanswered statements, the oldest first: the start of the first statement's wait, and the number of statements. */
  private readonly unanswered = new Map<Connection, { readonly since: number; readonly count: number }>()
  private timer: NodeJS.Timeout | null = null

  /** @param patience milliseconds that a statement may take; longer than the lock wait timeout */
  constructor(private readonly patience: number) {}

  /** Watches a statement until it is answered or its connection is closed. */
  watch<T>(connection: Connection, action: () => Promise<T>): Promise<T> {
    const open = this.unanswered.get(connection)
    this.unanswered.set(connection, { since: open?.since ?? performance.now(), count: (open?.count ?? 0) + 1 })
    this.timer ??= setInterval(() => this.closeUnanswered(), this.patience / 4).unref()
    const answer = action()
    const over = (): void => this.answered(connection)
    // Attached first, so it runs before the caller's own handlers.
    answer.then(over, over)
    return answer
  }

  /** Starts the timeout of the connection's next statement, if there is one. */
  private answered(connection: Connection): void {
    const open = this.unanswered.get(connection)
    this.unanswered.delete(connection)
    if (open && open.count > 1) this.unanswered.set(connection, { since: performance.now(), count: open.count - 1 })
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
  }

  private closeUnanswered(): void {
    const latest = performance.now() - this.patience
    for (const [connection, { since }] of this.unanswered) {
      if (since > latest) return
      this.unanswered.delete(connection)
      closeWithError(connection, createTimeoutError(this.patience))
    }
    if (this.unanswered.size === 0) this.stop()
  }
}
