// Sequelize on an SQLite file: it begins and ends the transactions, statements run prepared on its connections.
import { chmod, mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ServiceError } from '../../../ground/errors.js'
import type { Log } from '../../../ground/log.js'
import type { Driver, DriverOptions, Session } from '../driver.js'
import { type ConnectionUse, createTransactions, type Transactions } from '../transactions.js'
import { Connection, dialectModule } from './dialect-module.js'
import { SqliteFile } from './file.js'

function session(connection: Connection): Session {
  return {
    query: (sql, params) => connection.rows(sql, params),
    run: (sql, params) => connection.change(sql, params),
    async execute(sql) {
      await connection.perform(sql)
    },
  }
}

/** A database holds passwords, customers and the signing secret: they are for the service's own user alone. */
const fileMode = 0o600
const folderMode = 0o700

/** Makes the file if there is none; SQLite gives its companions (-wal, -shm) the same rights. What fails here, SQLite says better. */
async function ownFile(path: string): Promise<void> {
  try {
    await (await open(path, 'a', fileMode)).close()
    await chmod(path, fileMode)
  } catch {}
}

/** Creates a folder and those above it. Node's recursive mkdir never returns where a file system takes no folders (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const failed = await mkdir(folder, folderMode).then(
    () => null,
    (error: unknown) => error as NodeJS.ErrnoException,
  )
  if (failed === null || failed.code === 'EEXIST') return
  const above = dirname(folder)
  if (failed.code !== 'ENOENT' || above === folder) throw failed
  await makeFolder(above)
  await mkdir(folder, folderMode)
}

async function openFile(path: string): Promise<SqliteFile> {
  try {
    if (path !== ':memory:') {
      await makeFolder(dirname(path))
      await ownFile(path)
    }
    return await SqliteFile.open(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const sentence = `The database file '${path}' cannot be opened: ${reason}. Check that the folder is writable and the file is an SQLite database.`
    throw new ServiceError('NOT_READY', sentence, { cause: error })
  }
}

const use: ConnectionUse = {
  send: (connection, sql) => (connection as Connection).perform(sql),
  session: (connection) => session(connection as Connection),
}

/**
 * Sequelize opens a connection per transaction and keeps no pool here. It is given ours, which cost nothing to open; closing
 * one rolls back what is neither committed nor rolled back.
 */
async function openSequelize(file: SqliteFile, path: string, log: Log): Promise<Transactions> {
  const transactions = await createTransactions({ dialect: 'sqlite', dialectModule, storage: path }, use, log)
  const close = async (connection: Connection): Promise<void> => connection.close()
  const getConnection = async (): Promise<Connection> => new Connection(file)
  Object.assign(transactions.sequelize.connectionManager, { getConnection, releaseConnection: close, destroyConnection: close })
  return transactions
}

/** Opens `sqlite:<path>` (relative to the working directory) or `sqlite::memory:`. */
export async function connectSqlite(url: string, options: DriverOptions): Promise<Driver> {
  const place = url.slice('sqlite:'.length)
  const path = place === ':memory:' ? place : resolve(place)
  const file = await openFile(path)
  // Loading Sequelize takes 150 ms and 28 MB; a process that only reads never does.
  let transactions: Promise<Transactions> | undefined
  const bare = session(new Connection(file))

  return {
    ...bare,
    async begin() {
      transactions ??= openSequelize(file, path, options.log)
      return (await transactions).begin()
    },
    async backup() {
      if (file.inMemory) return null
      const copy = `${path}.${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
      // The copy may be written into an empty file, which has the right owner from the start.
      await (await open(copy, 'wx', fileMode)).close()
      await file.copyTo(copy)
      return copy
    },
    async close() {
      await file.queue.acquire()
      file.close()
      file.queue.release()
    },
  }
}
