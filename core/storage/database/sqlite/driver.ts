// The driver for SQLite: Sequelize manages the transactions, and prepared statements run on the service's own connections.
import { chmod, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError } from '../../../foundation/errors.js'
import type { Log } from '../../../foundation/log.js'
import type { Driver, DriverOptions, RowSelection, SqlSession, ReadView } from '../driver.js'
import { quote, quoteAll } from '../dialect.js'
import { toParameterList, type Row, type SqlParameter } from '../statement.js'
import { makeFolder } from '../../make-folder.js'
import { type ConnectionOperations, createTransactionFactory, type TransactionFactory } from '../transactions.js'
import { SequelizeConnection, dialectModule } from './dialect-module.js'
import { SqliteFile } from './sqlite-file.js'
import type { NativeConnection } from './native-connection.js'

function createSession(connection: SequelizeConnection): SqlSession {
  return {
    query: (sql, params) => connection.rows(sql, params),
    run: (sql, params) => connection.change(sql, params),
    async execute(sql) {
      await connection.perform(sql)
    },
  }
}

/** The database contains password hashes, customers and the signing secret: only the service's own user may read it. */
const fileMode = 0o600

/** Creates the file if missing. SQLite gives `-wal` and `-shm` the same mode. Ignores errors: SQLite reports them with more detail. */
async function createPrivateFile(path: string): Promise<void> {
  try {
    await (await open(path, 'a', fileMode)).close()
    await chmod(path, fileMode)
  } catch {}
}

async function openFile(path: string): Promise<SqliteFile> {
  try {
    if (path !== ':memory:') {
      await makeFolder(dirname(path))
      await createPrivateFile(path)
    }
    return await SqliteFile.open(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const sentence = `The database file '${path}' cannot be opened: ${reason}. Check that the folder is writable and the file is an SQLite database.`
    throw new ServiceError('NOT_READY', sentence, { cause: error })
  }
}

const connectionOperations: ConnectionOperations = {
  begin: 'BEGIN',
  send(connection, sql) {
    const own = connection as SequelizeConnection
    if (sql === 'BEGIN') return own.begin()
    return sql === 'COMMIT' ? own.commit() : own.perform(sql)
  },
  session: (connection) => createSession(connection as SequelizeConnection),
  waitForReadRows: (connection) => (connection as SequelizeConnection).readRowsCommitted,
}

/**
 * For SQLite, Sequelize opens a connection per transaction, without a pool. The replaced methods return lightweight connections.
 * Closing one rolls back an unfinished transaction.
 */
async function openSequelize(file: SqliteFile, path: string, log: Log): Promise<TransactionFactory> {
  const transactions = await createTransactionFactory(
    { dialect: 'sqlite', dialectModule, storage: path },
    connectionOperations,
    log,
  )
  const close = async (connection: SequelizeConnection): Promise<void> => connection.close()
  const getConnection = async (): Promise<SequelizeConnection> => new SequelizeConnection(file)
  Object.assign(transactions.sequelize.connectionManager, { getConnection, releaseConnection: close, destroyConnection: close })
  return transactions
}

/** Target milliseconds for reading a page (its consumer needs time too), rows of the first page, maximum rows of a page. */
const [pageTime, firstPage, longestPage] = [2, 50, 1_000]

async function* readPages(
  connection: NativeConnection,
  { table, columns, key, where: filterSql }: RowSelection,
): AsyncGenerator<readonly Row[]> {
  const keys = quoteAll(key)
  const begin = `SELECT ${quoteAll(columns)} FROM ${quote(table)}`
  const end = ` ORDER BY ${keys} LIMIT ?`
  const condition = filterSql === undefined ? [] : [filterSql]
  const sqlOf = (conditions: readonly string[]): string =>
    begin + (conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`) + end
  const [first, next] = [sqlOf(condition), sqlOf([...condition, `(${keys}) > ${toParameterList(key.length)}`])]
  let limit = firstPage
  let last: Row | undefined
  for (;;) {
    const began = performance.now()
    const after = last === undefined ? [] : key.map((name) => last![name]!)
    const page = connection.all(last === undefined ? first : next, [...after, limit]) as Row[]
    const took = performance.now() - began
    yield page
    if (page.length < limit) return
    last = page.at(-1)!
    limit = Math.max(1, Math.min(longestPage, took < pageTime / 2 ? limit * 2 : took > pageTime ? limit >> 1 : limit))
    await nextTurn()
  }
}

async function createSqliteReadView(file: SqliteFile): Promise<ReadView> {
  const { connection, end } = await file.view()
  return {
    query: async <R extends object>(sql: string, params: readonly SqlParameter[] = []) => connection.all(sql, params) as R[],
    rows: (selection) => readPages(connection, selection),
    end: async () => end(),
  }
}

/** Number of backup copies to keep. Each migration and restore makes one, as large as the database file. */
const maximumCopies = 5

/** Removes older backup copies of this file. */
async function deleteOldCopies(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)]
  const copies = (await readdir(folder)).filter(
    (fileName) => fileName.startsWith(`${name}.`) && /^\d{4}-\d\d-\d\dT[\d-]{12}Z\.backup$/.test(fileName.slice(name.length + 1)),
  )
  for (const old of copies.sort().slice(0, -maximumCopies)) await rm(join(folder, old), { force: true })
}

/** Opens `sqlite:<path>` (relative to the working directory) or `sqlite::memory:`. */
export async function connectSqlite(url: string, options: DriverOptions): Promise<Driver> {
  const place = url.slice('sqlite:'.length)
  const path = place === ':memory:' ? place : resolve(place)
  const file = await openFile(path)
  // Loaded on demand: Sequelize takes 150 ms and 28 MB, and a process that only reads does not need it.
  let transactions: TransactionFactory | undefined
  let opening: Promise<TransactionFactory> | undefined
  const bare = createSession(new SequelizeConnection(file))

  return {
    ...bare,
    async begin() {
      transactions ??= await (opening ??= openSequelize(file, path, options.log))
      return await transactions.begin()
    },
    view: () => createSqliteReadView(file),
    load: () => ({ open: file.inMemory ? 1 : 2, busy: file.queue.isFree ? 0 : 1, waiting: file.queue.queued }),
    async backup() {
      if (file.inMemory) return null
      const copy = `${path}.${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
      // Create the copy as an empty file first, so it has the right mode from the start.
      await (await open(copy, 'wx', fileMode)).close()
      await file.copyTo(copy)
      await deleteOldCopies(path)
      return copy
    },
    async close() {
      await file.queue.acquire()
      file.close()
      file.queue.release()
    },
  }
}
