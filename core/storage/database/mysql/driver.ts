// The driver for MySQL and MariaDB: Sequelize provides the connections, mysql2 prepares and runs the statements.
import type { Connection, ResultSetHeader } from 'mysql2'
import { warnRateLimited } from '../../../foundation/rate-limited-log.js'
import { quote, quoteAll } from '../dialect.js'
import type { Driver, DriverOptions, DriverTransaction, SqlSession, ReadView } from '../driver.js'
import type { RunResult, SqlParameter, Row } from '../statement.js'
import {
  type ConnectionPurpose,
  openConnectionPool,
  createConnectError,
  sendControlStatement,
  executePrepared,
  toDriverError,
  sendStatement,
} from './connection-pool.js'
import { parseServerAddress } from './server-address.js'
import { retryUnreachable, isServerUnreachable } from './unreachable-server.js'
import { retryConflictingStatement } from './retry.js'
import { addEndListener, addReconnect, createTransaction } from './transaction.js'
import { Semaphore } from './semaphore.js'
import { Watchdog } from './watchdog.js'

/** Milliseconds that a caller waits for a connection, or for the turn to write, before NOT_READY. */
const turnTimeout = 15_000

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

/** Rows per batch, read ahead of the consumer. */
const batchSize = 200

/** A view with exclusive use of the connection. Ending the view calls `release`. */
async function createMysqlReadView(connection: Connection, release: () => void): Promise<ReadView> {
  let unfinished = 0
  const end = async (): Promise<void> => {
    // An unfinished read leaves unread rows on the connection, which makes it unusable.
    if (unfinished > 0) connection.destroy()
    else await sendStatement(connection, 'ROLLBACK').catch(() => connection.destroy())
    release()
  }
  try {
    await sendStatement(connection, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await sendStatement(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  } catch (error) {
    await end()
    throw error
  }
  return {
    query: <R extends object>(sql: string, params: readonly SqlParameter[] = []) => executePrepared<R[]>(connection, sql, params),
    async *rows({ table, columns, key, where: filterSql }) {
      const condition = filterSql === undefined ? '' : ` WHERE ${filterSql}`
      const sql = `SELECT ${quoteAll(columns)} FROM ${quote(table)}${condition} ORDER BY ${quoteAll(key)}`
      unfinished++
      let batch: Row[] = []
      for await (const row of connection.query(sql).stream({ highWaterMark: batchSize })) {
        batch.push(row as Row)
        if (batch.length < batchSize) continue
        yield batch
        batch = []
      }
      unfinished--
      yield batch
    },
    end,
  }
}

/** Opens `mysql://user:password@host:port[,host:port]/name`. The database must exist. While no host answers, calls fail with NOT_READY. */
export async function connectMysql(url: string, options: DriverOptions): Promise<Driver> {
  const address = parseServerAddress(url)
  const pool = await openConnectionPool(address, options, turnTimeout).catch((error: unknown) => {
    throw createConnectError(address, error)
  })
  const watchdog = new Watchdog(options.patience)
  const acquire = (purpose: ConnectionPurpose): Promise<Connection> => retryUnreachable(() => pool.acquire(purpose))
  /** Logs, rate-limited, that the server is unreachable. Returns the error for the caller. */
  const toReportedError = (error: unknown): unknown => {
    if (isServerUnreachable(error)) warnRateLimited(options.log, Date.now(), { err: error }, 'The database cannot be reached.')
    return toDriverError(error)
  }
  const send = (connection: Connection, sql: string): Promise<unknown> =>
    watchdog.watch(connection, () => sendControlStatement(connection, sql))
  const open = async (): Promise<DriverTransaction> => {
    try {
      const connection = await acquire('unit')
      const session = createSession((run) => run(connection), watchdog)
      return createTransaction(session, (sql) => send(connection, sql), {
        release: () => pool.release(connection),
        async destroy(error) {
          warnRateLimited(
            options.log,
            Date.now(),
            { err: error },
            'A transaction could not be rolled back; its connection is closed.',
          )
          try {
            await pool.destroy(connection)
          } catch {
            // The connection is already closed.
          }
        },
      })
    } catch (error) {
      throw toReportedError(error)
    }
  }
  const turn = new Semaphore(Math.max(1, Math.floor(options.poolSize / 2)), turnTimeout)
  const bare: ConnectionRunner = async (use) => {
    let pooledConnection: Connection | null = null
    try {
      pooledConnection = await acquire('statement')
      return await use(pooledConnection)
    } catch (error) {
      throw toReportedError(error)
    } finally {
      if (pooledConnection) pool.release(pooledConnection)
    }
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
      const { open: openCount, busy, waiting } = pool.load
      return { open: openCount, busy, waiting: waiting + turn.queued }
    },
    async view() {
      const connection = await acquire('statement')
      return createMysqlReadView(connection, () => pool.release(connection))
    },
    backup: async () => null,
    async close() {
      watchdog.stop()
      await pool.close()
    },
  }
}
