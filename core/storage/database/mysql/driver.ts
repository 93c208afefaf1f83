// The driver for MySQL and MariaDB: Sequelize provides the connections, mysql2 prepares and runs the statements.
import type { Connection, ResultSetHeader } from 'mysql2'
import { warnRateLimited } from '../../../foundation/log.js'
import {
  quoteName,
  quoteColumns,
  type RunResult,
  type SqlParameter,
  type Row,
  type Driver,
  type DriverOptions,
  type DriverTransaction,
  type SqlSession,
  type ReadView,
} from '../dialect.js'
import {
  type ConnectionPurpose,
  openConnectionPool,
  createConnectError,
  sendControlStatement,
  executePrepared,
  toDriverError,
  sendStatement,
  Watchdog,
} from './connection-pool.js'
import { parseServerAddress } from './server-hosts.js'
import { retryUnreachable, isServerUnreachable, retryConflictingStatement } from './server-errors.js'
import { createQueueTimeoutError } from '../database-errors.js'

/** Ends the use of a transaction's connection. */
interface ConnectionReturn {
  /** Returns the connection to the pool. */
  release(): void
  /** Closes a connection whose ROLLBACK has failed with `error`. Never throws. */
  destroy(error: unknown): Promise<void>
}

/** A transaction on a connection without autocommit: its first statement begins it. This saves the round trip of START TRANSACTION. */
function createTransaction(
  session: SqlSession,
  send: (sql: string) => Promise<unknown>,
  connection: ConnectionReturn,
): DriverTransaction {
  let isFinished = false
  return {
    ...session,
    async commit() {
      // A COMMIT can fail, for example with a certification failure on a Galera cluster. The caller then rolls back.
      await send('COMMIT')
      isFinished = true
      connection.release()
    },
    async rollback() {
      if (isFinished) return
      isFinished = true
      try {
        await send('ROLLBACK')
      } catch (error) {
        return connection.destroy(error)
      }
      connection.release()
    },
  }
}

/** Calls `over` once when the transaction ends, by commit or roll-back. */
function addEndListener(transaction: DriverTransaction, over: () => void): DriverTransaction {
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

/**
 * If the first statement finds a dead connection, nothing has happened yet. It is sent again in a new transaction, unless further
 * statements were already sent after it.
 */
function addReconnect(first: DriverTransaction, again: () => Promise<DriverTransaction>): DriverTransaction {
  let transaction = first
  let requestCount = 0
  let renewal: Promise<void> | null = null
  async function renew(): Promise<void> {
    await transaction.rollback()
    transaction = await again()
  }
  function ask<T>(action: (on: DriverTransaction) => Promise<T>): Promise<T> {
    requestCount++
    if (requestCount > 1) return renewal === null ? action(transaction) : renewal.then(() => action(transaction))
    return action(transaction).catch(async (error: unknown) => {
      if (!isServerUnreachable(error) || requestCount > 1) throw error
      renewal = renew()
      await renewal
      return action(transaction)
    })
  }
  return {
    query: (sql, params) => ask((on) => on.query(sql, params)),
    run: (sql, params) => ask((on) => on.run(sql, params)),
    execute(sql) {
      // DDL commits implicitly: after a lost response its outcome is unknown. The extra count prevents the retry.
      requestCount++
      return ask((on) => on.execute(sql))
    },
    commit: () => transaction.commit(),
    async rollback() {
      await renewal?.catch(() => undefined)
      await transaction.rollback()
    },
  }
}

interface QueuedCaller {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

/** Admits a limited number of callers at a time, the others in order of arrival. */
export class Semaphore {
  private readonly waiting: QueuedCaller[] = []

  /** @param patience milliseconds after which a waiting caller gets NOT_READY */
  constructor(
    private free: number,
    private readonly patience: number,
  ) {}

  get queued(): number {
    return this.waiting.length
  }

  /** Throws NOT_READY if the turn does not come in time. */
  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: QueuedCaller = {
        start: resolve,
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(entry), 1)
          reject(createQueueTimeoutError())
        }, this.patience),
      }
      this.waiting.push(entry)
    })
  }

  release(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.free++
    else {
      clearTimeout(next.timer)
      next.start()
    }
  }
}

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
      const sql = `SELECT ${quoteColumns(columns)} FROM ${quoteName(table)}${condition} ORDER BY ${quoteColumns(key)}`
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
