// The driver for MySQL and MariaDB: Sequelize provides pools and transactions, mysql2 prepares and runs the statements.
import type { Connection, ResultSetHeader } from 'mysql2'
import type { Options } from 'sequelize'
import { warnRateLimited } from '../../../foundation/rate-limited-log.js'
import type { Driver, DriverOptions, DriverTransaction, SqlSession } from '../driver.js'
import type { RunResult, SqlParameter } from '../statement.js'
import { type ConnectionOperations, createTransactionFactory } from '../transactions.js'
import { parseServerAddress } from './server-address.js'
import { retryUnreachable, isServerUnreachable } from './unreachable-server.js'
import { connectHostsInOrder, unitPoolConfig, toIdleTime, createConnectError } from './host-connections.js'
import { retryConflictingStatement } from './retry.js'
import { sendControlStatement, executePrepared, toDriverError } from './send.js'
import { addEndListener, addReconnect } from './transaction.js'
import { Semaphore } from './semaphore.js'
import { createMysqlReadView } from './read-view.js'
import { Watchdog } from './watchdog.js'

/** Prepared statements per connection. The server's default limit is 16,382 for all connections together. */
const maximumPreparedStatements = 500
/** Milliseconds to wait for a host's connection before trying the next host. */
const connectTimeout = 5_000
/** Idle milliseconds before TCP keep-alive probes check that the server's machine is still reachable. */
const keepAliveInitialDelay = 10_000
/** Milliseconds that a caller waits for a connection, or for the turn to write, before NOT_READY. */
const turnTimeout = 15_000

const beginStatement = 'START TRANSACTION'
const resolvedPromise = Promise.resolve()

/** The state of a Sequelize pool. */
interface PoolState {
  readonly size: number
  readonly using: number
  readonly waiting: number
}

/** Selects Sequelize's read pool. The cast is needed because its types name the value differently. */
const readPool = { type: 'SELECT' as 'read' }

const toRunResult = ({ insertId, affectedRows }: ResultSetHeader): RunResult => ({ insertId, affected: affectedRows })

type ConnectionRunner = <T>(use: (connection: Connection) => Promise<T>) => Promise<T>

/** `execute` has no timeout, because DDL may take long. */
function createSession(work: ConnectionRunner, watchdog: Watchdog): SqlSession {
  const answered = <T>(connection: Connection, sql: string, params: readonly SqlParameter[]): Promise<T> =>
    watchdog.watch(connection, () => executePrepared<T>(connection, sql, params))
  return {
    query: (sql, params) => work((connection) => answered<object[]>(connection, sql, params)),
    run: (sql, params) => work((connection) => answered<ResultSetHeader>(connection, sql, params).then(toRunResult)),
    execute: (sql) =>
      work(async (connection) => {
        await sendControlStatement(connection, sql)
      }),
  }
}

const createConnectionOperations = (watchdog: Watchdog): ConnectionOperations => ({
  begin: beginStatement,
  // Connections for units have autocommit off: the first statement begins the transaction. This saves a round trip.
  send: (connection, sql) =>
    sql === beginStatement
      ? resolvedPromise
      : watchdog.watch(connection as Connection, () => sendControlStatement(connection as Connection, sql)),
  session: (connection) => createSession((run) => run(connection as Connection), watchdog),
})

/** Opens `mysql://user:password@host:port[,host:port]/name`. The database must exist. While no host answers, calls fail with NOT_READY. */
export async function connectMysql(url: string, options: DriverOptions): Promise<Driver> {
  const address = parseServerAddress(url)
  const { hosts, username, password, database } = address
  const mysql2 = await import('mysql2')
  const half = Math.max(1, Math.floor(options.poolSize / 2))
  const settings: Options & { databaseVersion: string } = {
    dialect: 'mysql',
    dialectModule: mysql2.default,
    database,
    username,
    password,
    ...hosts[0],
    // Two pools: units wait only for other units, never for statements outside of units.
    replication: { read: [{}], write: unitPoolConfig },
    // Without it Sequelize opens a connection to query the version.
    databaseVersion: '8.0.0',
    // `typeCast: true` enables mysql2's own fast parsers. FOUND_ROWS counts matched rows, as SQLite does.
    dialectOptions: {
      typeCast: true,
      dateStrings: true,
      charset: 'utf8mb4_unicode_ci',
      flags: '+FOUND_ROWS',
      connectTimeout: Math.min(connectTimeout, options.patience),
      keepAliveInitialDelay,
      maxPreparedStatements: maximumPreparedStatements,
    },
    pool: { max: half, min: 0, idle: toIdleTime(options.connectionAge), acquire: turnTimeout },
  }
  const watchdog = new Watchdog(options.patience)
  const { sequelize, begin } = await createTransactionFactory(settings, createConnectionOperations(watchdog), options.log)
  const manager = sequelize.connectionManager
  const connections = connectHostsInOrder(manager, address, options.connectionAge)
  /** Takes a connection, or begins a transaction on one. */
  const obtain = <T>(take: () => Promise<T>): Promise<T> =>
    retryUnreachable(async () => {
      await connections.requireReachable()
      try {
        return await take()
      } catch (error) {
        connections.reportFailedAttempt(error)
        throw error
      }
    })
  /** Logs, rate-limited, that the server is unreachable. Returns the error for the caller. */
  const toReportedError = (error: unknown): unknown => {
    if (isServerUnreachable(error)) warnRateLimited(options.log, Date.now(), { err: error }, 'The database cannot be reached.')
    return toDriverError(error)
  }
  const open = (): Promise<DriverTransaction> =>
    obtain(begin).catch((error: unknown) => {
      throw toReportedError(error)
    })
  const turn = new Semaphore(half, turnTimeout)
  /** Takes a connection with autocommit. */
  const connect = async (): Promise<Connection> => (await manager.getConnection(readPool)) as Connection
  const bare: ConnectionRunner = async (use) => {
    let pooledConnection: Connection | null = null
    try {
      pooledConnection = await obtain(connect)
      return await use(pooledConnection)
    } catch (error) {
      throw toReportedError(error)
    } finally {
      if (pooledConnection) manager.releaseConnection(pooledConnection)
    }
  }
  try {
    manager.releaseConnection(await connect())
  } catch (error) {
    await sequelize.close()
    throw createConnectError(address, error)
  }

  const outside = createSession(bare, watchdog)
  return {
    ...outside,
    query: (sql, params) => retryUnreachable(() => retryConflictingStatement(() => outside.query(sql, params))),
    run: (sql, params) => retryConflictingStatement(() => outside.run(sql, params)),
    async begin() {
      await turn.acquire()
      try {
        return addEndListener(addReconnect(await open(), open), () => turn.release())
      } catch (error) {
        turn.release()
        throw error
      }
    },
    load() {
      const { pool } = manager as unknown as { readonly pool: Readonly<Record<'read' | 'write', PoolState>> }
      const sum = (key: keyof PoolState): number => pool.read[key] + pool.write[key]
      return { open: sum('size'), busy: sum('using'), waiting: sum('waiting') + turn.queued }
    },
    async view() {
      const connection = await obtain(connect)
      return createMysqlReadView(connection, () => manager.releaseConnection(connection))
    },
    backup: async () => null,
    async close() {
      watchdog.stop()
      await sequelize.close()
    },
  }
}
