// Retries single statements that a MySQL server has rolled back because of a conflict with other transactions.
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCause, createTooBusyError } from '../database-errors.js'

/**
 * Deadlock or certification failure; lock wait timeout (on a cluster also a causal read that timed out); MariaDB's "record has
 * changed since last read".
 */
const retryableCodes: ReadonlySet<unknown> = new Set([1213, 1205, 1020])

/** True for deadlocks, lock timeouts and certification failures. */
export const isRetryable = (error: unknown): boolean =>
  hasCause(error, (cause) => retryableCodes.has(cause.errno) || cause.sqlState === '40001')

/** Maximum runs of an autocommitted statement, the first included. */
const maximumAttempts = 5

/** Retries `deed`, which must be a transaction of its own, after a conflict. Throws NOT_READY when the retries are used up. */
export async function retryConflictingStatement<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt === maximumAttempts) throw createTooBusyError(error)
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
