// Transactions on a MySQL server, with a wrapper that reports their end and one that replaces a connection that is already dead.
import type { DriverTransaction, SqlSession } from '../driver.js'
import { isServerUnreachable } from './unreachable-server.js'

/** Ends the use of a transaction's connection. */
interface ConnectionReturn {
  /** Returns the connection to the pool. */
  release(): void
  /** Closes a connection whose ROLLBACK has failed with `error`. Never throws. */
  destroy(error: unknown): Promise<void>
}

/** A transaction on a connection without autocommit: its first statement begins it. This saves the round trip of START TRANSACTION. */
export function createTransaction(
  session: SqlSession,
  send: (sql: string) => Promise<unknown>,
  connection: ConnectionReturn,
): DriverTransaction {
  let isFinished = false
  return {
    ...session,
    async commit() {
      // A COMMIT can fail, for example with a certification failure on a Galera cluster. The caller then rolls back.
      await send('COMMIT')
      isFinished = true
      connection.release()
    },
    async rollback() {
      if (isFinished) return
      isFinished = true
      try {
        await send('ROLLBACK')
      } catch (error) {
        return connection.destroy(error)
      }
      connection.release()
    },
  }
}

/** Calls `over` once when the transaction ends, by commit or roll-back. */
export function addEndListener(transaction: DriverTransaction, over: () => void): DriverTransaction {
  let open = true
  const end = (): void => {
    if (open) over()
    open = false
  }
  return {
    ...transaction,
    async commit() {
      await transaction.commit()
      end()
    },
    rollback: () => transaction.rollback().finally(end),
  }
}

/**
 * If the first statement finds a dead connection, nothing has happened yet. It is sent again in a new transaction, unless further
 * statements were already sent after it.
 */
export function addReconnect(first: DriverTransaction, again: () => Promise<DriverTransaction>): DriverTransaction {
  let transaction = first
  let requestCount = 0
  let renewal: Promise<void> | null = null
  async function renew(): Promise<void> {
    await transaction.rollback()
    transaction = await again()
  }
  function ask<T>(action: (on: DriverTransaction) => Promise<T>): Promise<T> {
    requestCount++
    if (requestCount > 1) return renewal === null ? action(transaction) : renewal.then(() => action(transaction))
    return action(transaction).catch(async (error: unknown) => {
      if (!isServerUnreachable(error) || requestCount > 1) throw error
      renewal = renew()
      await renewal
      return action(transaction)
    })
  }
  return {
    query: (sql, params) => ask((on) => on.query(sql, params)),
    run: (sql, params) => ask((on) => on.run(sql, params)),
    execute(sql) {
      // DDL commits implicitly: after a lost response its outcome is unknown. The extra count prevents the retry.
      requestCount++
      return ask((on) => on.execute(sql))
    },
    commit: () => transaction.commit(),
    async rollback() {
      await renewal?.catch(() => undefined)
      await transaction.rollback()
    },
  }
}
