// What a server asks to be done again: it has taken everything back by itself, because others were at the same rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { causedBy, tooBusy } from '../cause.js'

/** Deadlock or certification failure, lock wait timeout (on a cluster also a read that waited too long for what others wrote), and MariaDB's "record has changed since last read". */
const retryable: ReadonlySet<unknown> = new Set([1213, 1205, 1020])

/** True for deadlocks, lock timeouts and certification failures. */
export const isRetryable = (error: unknown): boolean =>
  causedBy(error, (cause) => retryable.has(cause.errno) || cause.sqlState === '40001')

/** Runs of a statement at most that commits by itself, the first included. */
const attempts = 5

/** Does what is a transaction by itself again where the server asks for it; NOT_READY where that does not help. */
export async function again<T>(deed: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deed()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt === attempts) throw tooBusy(error)
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
