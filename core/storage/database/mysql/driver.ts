// Sequelize on MySQL or MariaDB: its pool and transactions, statements prepared by mysql2 on its connections.
import type { Connection, ResultSetHeader } from 'mysql2'
import type { Options } from 'sequelize'
import { ServiceError } from '../../../ground/errors.js'
import { quote, quoteAll } from '../dialect.js'
import type { Driver, DriverOptions, DriverTransaction, Session, View } from '../driver.js'
import type { Row, RunResult, SqlParameter } from '../statement.js'
import { type ConnectionUse, createTransactions } from '../transactions.js'
import { Turnstile } from './turnstile.js'

/** Seconds that a statement waits for another unit's row lock before the unit is run again. */
const lockWait = 10
/** Per connection; the server holds 16,382 for all of them together. */
const keptStatements = 500
/** Connections of the pool that units may not take. */
const reserved = 2
const modes = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

function send(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

function executePrepared<T>(connection: Connection, sql: string, params: readonly SqlParameter[]): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.execute(sql, params as SqlParameter[], (error, result) => (error ? reject(error) : resolve(result as T)))
  })
}

/** Every new connection of the pool: one isolation level, strict values, and on a cluster reads that see every commit before them. */
async function prepareConnection(connection: Connection): Promise<void> {
  await send(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  await send(connection, `SET SESSION sql_mode = '${modes}', innodb_lock_wait_timeout = ${lockWait}`)
  const cluster = (await send(connection, "SHOW VARIABLES LIKE 'wsrep_on'")) as readonly { readonly Value: string }[]
  if (cluster[0]?.Value === 'ON') await send(connection, 'SET SESSION wsrep_sync_wait = 1')
}

type Work = <T>(use: (connection: Connection) => Promise<T>) => Promise<T>

function session(work: Work): Session {
  return {
    query: (sql, params) => work((connection) => executePrepared<object[]>(connection, sql, params)),
    run: (sql, params) =>
      work(async (connection): Promise<RunResult> => {
        const { insertId, affectedRows } = await executePrepared<ResultSetHeader>(connection, sql, params)
        return { insertId, affected: affectedRows }
      }),
    execute: (sql) =>
      work(async (connection) => {
        await send(connection, sql)
      }),
  }
}

const use: ConnectionUse = {
  send: (connection, sql) => send(connection as Connection, sql),
  session: (connection) => session((run) => run(connection as Connection)),
}

/** Calls back once when the transaction is over, however it ends. */
function ending(transaction: DriverTransaction, over: () => void): DriverTransaction {
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

/** Rows that are read ahead of whoever takes them. */
const readAhead = 200

/** A view on a connection that nobody else uses until it ends; `release` takes it back. */
async function viewOn(connection: Connection, release: () => void): Promise<View> {
  let unfinished = 0
  const end = async (): Promise<void> => {
    // Whoever stopped reading in the middle leaves rows on the way: the connection is of no use any more.
    if (unfinished > 0) connection.destroy()
    else await send(connection, 'ROLLBACK').catch(() => connection.destroy())
    release()
  }
  try {
    await send(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await send(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  } catch (error) {
    await end()
    throw error
  }
  return {
    query: <R extends object>(sql: string, params: readonly SqlParameter[] = []) => executePrepared<R[]>(connection, sql, params),
    async *rows({ table, columns, key, where }) {
      const condition = where === undefined ? '' : ` WHERE ${where}`
      const sql = `SELECT ${quoteAll(columns)} FROM ${quote(table)}${condition} ORDER BY ${quoteAll(key)}`
      unfinished++
      let batch: Row[] = []
      for await (const row of connection.query(sql).stream({ highWaterMark: readAhead })) {
        batch.push(row as Row)
        if (batch.length < readAhead) continue
        yield batch
        batch = []
      }
      unfinished--
      yield batch
    },
    end,
  }
}

/** Opens `mysql://user:password@host:port/name`; the named database must exist. */
export async function connectMysql(url: string, options: DriverOptions): Promise<Driver> {
  const { hostname, port, username, password, pathname } = parse(url)
  const database = decodeURIComponent(pathname.slice(1))
  const mysql2 = await import('mysql2')
  const settings: Options & { databaseVersion: string } = {
    dialect: 'mysql',
    dialectModule: mysql2.default,
    database,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    host: hostname,
    port: Number(port || 3306),
    // Given, so that Sequelize does not open a connection of its own to ask for it.
    databaseVersion: '8.0.0',
    // `typeCast: true` keeps mysql2's own fast parsers; FOUND_ROWS counts matched rows, as SQLite does.
    dialectOptions: {
      typeCast: true,
      dateStrings: true,
      charset: 'utf8mb4_unicode_ci',
      flags: '+FOUND_ROWS',
      maxPreparedStatements: keptStatements,
    },
    pool: { max: Math.max(reserved, options.poolSize), min: 0, idle: 60_000, acquire: 60_000 },
    hooks: { afterConnect: (connection) => prepareConnection(connection as Connection) },
  }
  const { sequelize, begin } = await createTransactions(settings, use, options.log)
  const manager = sequelize.connectionManager
  // Units leave connections over for statements outside of them: else ten units that each wait for one more would wait for ever.
  const turn = new Turnstile(Math.max(1, options.poolSize - reserved))
  const bare: Work = async (use) => {
    const connection = (await manager.getConnection({ type: 'read' })) as Connection
    try {
      return await use(connection)
    } finally {
      manager.releaseConnection(connection)
    }
  }
  try {
    await bare((connection) => send(connection, 'SELECT 1'))
  } catch (error) {
    await sequelize.close()
    throw new ServiceError('NOT_READY', unreachable(hostname, port || '3306', database, error), { cause: error })
  }

  return {
    ...session(bare),
    async begin() {
      await turn.take()
      try {
        return ending(await begin(), () => turn.give())
      } catch (error) {
        turn.give()
        throw error
      }
    },
    async view() {
      const connection = (await manager.getConnection({ type: 'read' })) as Connection
      return viewOn(connection, () => manager.releaseConnection(connection))
    },
    backup: async () => null,
    close: () => sequelize.close(),
  }
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed && parsed.hostname !== '' && parsed.pathname.length > 1) return parsed
  throw new ServiceError('NOT_READY', 'The database URL cannot be read. Use mysql://user:password@host:port/name.')
}

/** One sentence for whoever starts the service: what was tried, what was answered, what to check. */
function unreachable(host: string, port: string, database: string, error: unknown): string {
  const parent = error instanceof Error && 'parent' in error ? error.parent : error
  const code = typeof parent === 'object' && parent !== null && 'code' in parent ? String(parent.code) : 'no answer'
  const where = `The database '${database}' on ${host}:${port} cannot be used`
  if (code === 'ER_ACCESS_DENIED_ERROR')
    return `${where}: the server refused the user or the password (${code}). Check both in the database URL.`
  if (code === 'ER_BAD_DB_ERROR')
    return `${where}: the server has no such database (${code}). Create it, or name another in the database URL.`
  return `${where}: the server does not answer (${code}). Check that it runs and that the database URL names its host and port.`
}
