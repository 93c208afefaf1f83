// Sequelize on an SQLite file: it begins and ends the transactions, statements run prepared on its connections.
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Transaction } from 'sequelize'
import { ServiceError } from '../../../ground/errors.js'
import type { Driver, DriverOptions, DriverTransaction, Session } from '../driver.js'
import { Connection, createDialectModule } from './dialect-module.js'
import { SqliteFile } from './file.js'

/** Sequelize opens SQLite's own shared memory database under `:memory:`; ours has another name so that it keeps its hands off. */
const memoryName = 'memory'

function session(connection: Connection): Session {
  return {
    query: (sql, params) => connection.rows(sql, params),
    run: (sql, params) => connection.change(sql, params),
    async execute(sql) {
      await connection.perform(sql)
    },
  }
}

async function openFile(path: string): Promise<SqliteFile> {
  try {
    if (path !== ':memory:') await mkdir(dirname(path), { recursive: true })
    return await SqliteFile.open(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const sentence = `The database file '${path}' cannot be opened: ${reason}. Check that the folder is writable and the file is an SQLite database.`
    throw new ServiceError('NOT_READY', sentence, { cause: error })
  }
}

/** Opens `sqlite:<path>` (relative to the working directory) or `sqlite::memory:`. */
export async function connectSqlite(url: string, options: DriverOptions): Promise<Driver> {
  const place = url.slice('sqlite:'.length)
  const path = place === ':memory:' ? place : resolve(place)
  const file = await openFile(path)
  const { Sequelize } = await import('sequelize')
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    dialectModule: createDialectModule(file),
    storage: place === ':memory:' ? memoryName : path,
    logging: false,
  })
  // Sequelize keeps no pool here, so a connection whose COMMIT failed is closed, which rolls back.
  Object.assign(sequelize.connectionManager, { destroyConnection: async (connection: Connection) => connection.close() })
  const bare = session(new Connection(file, path))

  return {
    ...bare,
    async begin(): Promise<DriverTransaction> {
      const transaction = await sequelize.transaction({})
      return {
        ...session(connectionOf(transaction)),
        commit: () => transaction.commit(),
        rollback: () => rollback(transaction, options),
      }
    },
    async close() {
      await file.queue.acquire()
      file.close()
      file.queue.release()
    },
  }
}

function connectionOf(transaction: Transaction): Connection {
  return (transaction as Transaction & { readonly connection: Connection }).connection
}

async function rollback(transaction: Transaction, options: DriverOptions): Promise<void> {
  try {
    if (!('finished' in transaction) || transaction.finished === undefined) await transaction.rollback()
  } catch (error) {
    options.log.warn({ err: error }, 'A transaction could not be rolled back; its connection is closed.')
  }
}
