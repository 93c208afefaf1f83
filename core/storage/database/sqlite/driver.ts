// The driver for SQLite: Sequelize holds the connection for transactions, prepared statements run on native connections.
import { createSequelize } from '../sequelize.js'
import {
  type Driver,
  type DriverTransaction,
  type RowSelection,
  type SqlSession,
  type ReadView,
  quoteName,
  quoteColumns,
  toParameterList,
  type Row,
  type SqlParameter,
  type RunResult,
} from '../dialect.js'
import { chmod, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError, SystemError } from '../../../foundation/errors.js'
import { createMessage } from '../../../foundation/message.js'
import type { Sequelize } from 'sequelize'
import { makeFolder } from '../../files/folder.js'
import { SqliteFile } from './sqlite-file.js'
import type { NativeConnection } from './native-connection.js'

type Callback = (error: Error | null) => void

/** A transaction on the file's writing connection. */
class SqliteTransaction {
  private isOpen = true
  /** After a roll-back: see `DriverTransaction.waitForReadRows`. */
  readRowsCommitted: Promise<void> = Promise.resolve()

  constructor(
    private readonly file: SqliteFile,
    private readonly writer: NativeConnection,
  ) {}

  async query(sql: string, params: readonly SqlParameter[]): Promise<object[]> {
    if (this.file.isLate) await this.file.pause()
    this.requireOpen()
    return this.writer.all(sql, params)
  }

  async run(sql: string, params: readonly SqlParameter[]): Promise<RunResult> {
    if (this.file.isLate) await this.file.pause()
    this.requireOpen()
    return this.writer.run(sql, params)
  }

  async execute(sql: string): Promise<void> {
    if (isQuery(sql)) await this.query(sql, [])
    else {
      this.requireOpen()
      this.writer.define(sql)
    }
  }

  /** A unit can end while one of its statements pauses. The statement would then be stored on its own. */
  private requireOpen(): void {
    if (!this.isOpen) throw new SystemError('A statement was sent in a transaction that has ended.')
  }

  /** Passes the transaction to the file's commit group, which completes it or rolls it back. */
  commit(): Promise<void> {
    this.isOpen = false
    return this.file.commit()
  }

  rollback(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.readRowsCommitted = this.file.rollback()
    // Prevents an unhandled rejection if no caller awaits it.
    this.readRowsCommitted.catch(() => undefined)
  }
}

/** The connection that Sequelize opens: it begins transactions on the file. */
class SqliteConnection {
  constructor(private readonly file: SqliteFile) {}

  async begin(): Promise<SqliteTransaction> {
    return new SqliteTransaction(this.file, await this.file.begin())
  }

  /** Sequelize enables foreign keys on a new connection. `NativeConnection` has already done so. */
  run(_sql: string): void {}

  close(callback: Callback): void {
    callback(null)
  }
}

/** True for statements that return rows. */
const isQuery = (sql: string): boolean => /^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b/i.test(sql)

/** The dialect module of one file, which is already open. */
function createDialectModule(file: SqliteFile): object {
  return {
    OPEN_READWRITE: 2,
    OPEN_CREATE: 4,
    Database: class extends SqliteConnection {
      constructor(_path: string, _mode: number, callback: Callback) {
        super(file)
        queueMicrotask(() => callback(null))
      }
    },
  }
}

/** Statements outside of units. */
function createSession(file: SqliteFile): SqlSession {
  return {
    query: (sql, params) => file.read(sql, params),
    run: (sql, params) => file.write(sql, params),
    async execute(sql) {
      if (isQuery(sql)) await file.read(sql, [])
      else await file.define(sql)
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
    const message = createMessage('boot.databaseFileUnopened', { file: path, reason })
    throw new ServiceError('NOT_READY', message, { cause: error })
  }
}

interface TransactionConnection {
  readonly sequelize: Sequelize
  readonly connection: SqliteConnection
}

/** Opens the connection for transactions. All units of this process use it. */
async function openTransactionConnection(file: SqliteFile, path: string): Promise<TransactionConnection> {
  const sequelize = await createSequelize({ dialect: 'sqlite', dialectModule: createDialectModule(file), storage: path })
  const connection = (await sequelize.connectionManager.getConnection({ type: 'write' })) as SqliteConnection
  return { sequelize, connection }
}

/**
 * Begins a transaction on Sequelize's connection. The connection's own methods run BEGIN and COMMIT, because units share a COMMIT
 * (see `CommitGroup`) and Sequelize's methods take 0.25 ms more.
 */
async function beginTransaction(connection: SqliteConnection): Promise<DriverTransaction> {
  const transaction = await connection.begin()
  return {
    query: (sql, params) => transaction.query(sql, params),
    run: (sql, params) => transaction.run(sql, params),
    execute: (sql) => transaction.execute(sql),
    commit: () => transaction.commit(),
    rollback: async () => transaction.rollback(),
    waitForReadRows: () => transaction.readRowsCommitted,
  }
}

/** Target milliseconds for reading a page (its consumer needs time too), rows of the first page, maximum rows of a page. */
const [pageTime, firstPage, longestPage] = [2, 50, 1_000]

async function* readPages(
  connection: NativeConnection,
  { table, columns, key, where: filterSql }: RowSelection,
): AsyncGenerator<readonly Row[]> {
  const keys = quoteColumns(key)
  const begin = `SELECT ${quoteColumns(columns)} FROM ${quoteName(table)}`
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
export async function connectSqlite(url: string): Promise<Driver> {
  const place = url.slice('sqlite:'.length)
  const path = place === ':memory:' ? place : resolve(place)
  const file = await openFile(path)
  let transactions: Promise<TransactionConnection> | undefined

  return {
    ...createSession(file),
    async begin() {
      transactions ??= openTransactionConnection(file, path)
      return beginTransaction((await transactions).connection)
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
      await (await transactions)?.sequelize.close()
    },
  }
}
