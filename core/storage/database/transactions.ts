// Sequelize's transactions for both drivers: it begins and ends them, on a short way through its query machinery.
import type { Options, Sequelize, Transaction } from 'sequelize'
import type { Log } from '../../ground/log.js'
import type { DriverTransaction, Session } from './driver.js'

const control = /^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK)\b/

interface QueryOptions {
  readonly transaction?: { readonly connection?: object }
}
type Query = (sql: string, options?: QueryOptions) => Promise<unknown>

/** A Sequelize that logs nothing; `send` runs BEGIN, COMMIT and ROLLBACK on one of its connections. */
export async function createSequelize(
  settings: Options,
  send: (connection: object, sql: string) => Promise<unknown>,
): Promise<Sequelize> {
  const { Sequelize: Constructor } = await import('sequelize')
  const sequelize = new Constructor({ ...settings, logging: false })
  // Its own way costs 35 µs per statement, more than a whole write.
  const query = sequelize.query.bind(sequelize) as Query
  const short: Query = (sql, options) => {
    const connection = options?.transaction?.connection
    return connection && control.test(sql) ? send(connection, sql) : query(sql, options)
  }
  return Object.assign(sequelize, { query: short })
}

/** Begins a transaction; `session` sends statements on its connection. */
export async function begin(
  sequelize: Sequelize,
  session: (connection: object) => Session,
  log: Log,
): Promise<DriverTransaction> {
  const transaction = (await sequelize.transaction({})) as Transaction & {
    readonly connection: object
    readonly finished?: string
  }
  return {
    ...session(transaction.connection),
    commit: () => transaction.commit(),
    async rollback() {
      try {
        if (transaction.finished === undefined) await transaction.rollback()
      } catch (error) {
        log.warn({ err: error }, 'A transaction could not be rolled back; its connection is closed.')
      }
    },
  }
}
