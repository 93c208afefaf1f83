// Sequelize transactions for both drivers. BEGIN, COMMIT and ROLLBACK bypass Sequelize's query code, because it is slow.
import type { Options, Sequelize, Transaction } from 'sequelize'
import type { Log } from '../../foundation/log.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import type { DriverTransaction, SqlSession } from './driver.js'
import { loadSequelize } from './sequelize.js'

/** A begun Sequelize transaction with its connection. */
interface SequelizeTransaction {
  readonly connection: object
  finished?: string
}

export interface TransactionFactory {
  readonly sequelize: Sequelize
  begin(): Promise<DriverTransaction>
}

/** A driver's operations on a Sequelize connection. */
export interface ConnectionOperations {
  /** The BEGIN statement. */
  readonly begin: string
  /** Runs BEGIN, COMMIT or ROLLBACK. */
  send(connection: object, sql: string): Promise<unknown>
  session(connection: object): SqlSession
  /** Present if units can read uncommitted rows of other units: see `DriverTransaction.seen`. */
  waitForReadRows?(connection: object): Promise<void>
}

/** Creates a Sequelize instance without logging. It opens connections on demand. */
export async function createTransactionFactory(
  settings: Options,
  use: ConnectionOperations,
  log: Log,
): Promise<TransactionFactory> {
  const { Sequelize: Constructor } = loadSequelize()
  const sequelize = new Constructor({ ...settings, logging: false })
  /** Connections whose COMMIT or ROLLBACK has succeeded, before Sequelize's own call. */
  const finishedConnections = new WeakSet<object>()
  const ending = (sql: string, finished: string) => async (transaction: SequelizeTransaction) => {
    const { connection } = transaction
    transaction.finished = finished
    if (!finishedConnections.delete(connection)) await use.send(connection, sql)
  }
  // Sequelize's own implementation costs 35 µs per statement, more than a whole write.
  Object.assign(sequelize.getQueryInterface(), {
    startTransaction: ({ connection }: SequelizeTransaction) => use.send(connection, use.begin),
    commitTransaction: ending('COMMIT', 'commit'),
    rollbackTransaction: ending('ROLLBACK', 'rollback'),
  })

  async function begin(): Promise<DriverTransaction> {
    const transaction = (await sequelize.transaction({})) as Transaction &
      SequelizeTransaction & {
        /** Drops the connection. */
        forceCleanup(): Promise<void>
      }
    const { connection } = transaction
    const { query: select, run, execute } = use.session(connection)
    return {
      query: select,
      run,
      execute,
      waitForReadRows: use.waitForReadRows?.bind(use, connection),
      async commit() {
        // Send COMMIT here, so the caller can roll back after a failure. Sequelize would log to stderr and drop the connection.
        await use.send(connection, 'COMMIT')
        finishedConnections.add(connection)
        await transaction.commit()
      },
      async rollback() {
        if (transaction.finished !== undefined) return
        try {
          await use.send(connection, 'ROLLBACK')
          finishedConnections.add(connection)
          await transaction.rollback()
        } catch (error) {
          // Do not pass the error to Sequelize: it would print it to stderr, which is reserved for log lines.
          warnRateLimited(log, Date.now(), { err: error }, 'A transaction could not be rolled back; its connection is closed.')
          await transaction.forceCleanup().catch(() => undefined)
        }
      },
    }
  }
  return { sequelize, begin }
}
