// Sequelize's transactions for both drivers: it begins and ends them, on a short way through its query machinery.
import type { Options, Sequelize, Transaction } from 'sequelize'
import type { Log } from '../../foundation/log.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import type { DriverTransaction, Session } from './driver.js'
import { loadSequelize } from './sequelize.js'

/** A transaction of Sequelize's that has its connection. */
interface Begun {
  readonly connection: object
  finished?: string
}

export interface Transactions {
  readonly sequelize: Sequelize
  begin(): Promise<DriverTransaction>
}

/** What the drivers do on one of Sequelize's connections. */
export interface ConnectionUse {
  /** The statement that begins a transaction. */
  readonly begin: string
  /** Runs BEGIN, COMMIT or ROLLBACK. */
  send(connection: object, sql: string): Promise<unknown>
  session(connection: object): Session
  /** Where units see what others have not stored yet: see `DriverTransaction.seen`. */
  seen?(connection: object): Promise<void>
}

/** Opens a Sequelize that logs nothing; connections follow when they are needed. */
export async function createTransactions(settings: Options, use: ConnectionUse, log: Log): Promise<Transactions> {
  const { Sequelize: Constructor } = loadSequelize()
  const sequelize = new Constructor({ ...settings, logging: false })
  /** Connections whose COMMIT or ROLLBACK has succeeded before Sequelize was told of it. */
  const ended = new WeakSet<object>()
  const ending = (sql: string, finished: string) => async (transaction: Begun) => {
    const { connection } = transaction
    transaction.finished = finished
    if (!ended.delete(connection)) await use.send(connection, sql)
  }
  // Its own way costs 35 µs per statement, more than a whole write.
  Object.assign(sequelize.getQueryInterface(), {
    startTransaction: ({ connection }: Begun) => use.send(connection, use.begin),
    commitTransaction: ending('COMMIT', 'commit'),
    rollbackTransaction: ending('ROLLBACK', 'rollback'),
  })

  async function begin(): Promise<DriverTransaction> {
    const transaction = (await sequelize.transaction({})) as Transaction &
      Begun & {
        /** Gives its connection up. */
        forceCleanup(): Promise<void>
      }
    const { connection } = transaction
    const { query: select, run, execute } = use.session(connection)
    return {
      query: select,
      run,
      execute,
      seen: use.seen?.bind(use, connection),
      async commit() {
        // A COMMIT that fails is answered by a roll-back here: Sequelize would warn on stderr and drop the connection.
        await use.send(connection, 'COMMIT')
        ended.add(connection)
        await transaction.commit()
      },
      async rollback() {
        if (transaction.finished !== undefined) return
        try {
          await use.send(connection, 'ROLLBACK')
          ended.add(connection)
          await transaction.rollback()
        } catch (error) {
          // Told to Sequelize, this would stand on stderr, where only lines of the log belong.
          warnRateLimited(log, Date.now(), { err: error }, 'A transaction could not be rolled back; its connection is closed.')
          await transaction.forceCleanup().catch(() => undefined)
        }
      },
    }
  }
  return { sequelize, begin }
}
