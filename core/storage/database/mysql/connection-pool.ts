// The connections to a MySQL server: Sequelize opens, pools and closes them. Its hooks choose the host and set up the session. A watchdog closes unresponsive ones.
import { createSequelize } from '../sequelize.js'
import type { DriverLoad, DriverOptions, SqlParameter } from '../dialect.js'
import { once } from 'node:events'
import type { Connection, ConnectionOptions } from 'mysql2'
import { ServiceError } from '../../../foundation/errors.js'
import { createMessage } from '../../../foundation/message.js'
import { isServerUnreachable, toUnreachableError } from './server-errors.js'
import { connect, type Socket } from 'node:net'
import { type ServerAddress, HostSelector } from './server-hosts.js'

/** Idle milliseconds before TCP keep-alive probes check that the server's machine is still reachable. */
const keepAliveInitialDelay = 10_000

const sockets = new WeakMap<Connection, Socket>()

const failedConnections = new WeakSet<Connection>()

export interface MysqlModule {
  createConnection(options: ConnectionOptions): Connection
}

function createDialectModule(mysql2: MysqlModule): MysqlModule {
  return {
    createConnection(options) {
      const { host = 'localhost', port = 3306 } = options
      const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay })
      const connection = mysql2.createConnection({ ...options, stream: socket })
      sockets.set(connection, socket)
      connection.on('error', () => failedConnections.add(connection))
      return connection
    },
  }
}

/** False after an error of the connection or the end of its socket. */
function isOpen(connection: Connection): boolean {
  const socket = sockets.get(connection)
  return !failedConnections.has(connection) && socket !== undefined && !socket.destroyed && !socket.writableEnded
}

/** Closes the connection. All its pending statements fail with the error; after `connection.destroy()` they would stay unanswered. */
export function closeWithError(connection: Connection, error: Error): void {
  sockets.get(connection)?.destroy(error)
}

/** Prepared statements per connection. The server's default limit is 16,382 for all connections together. */
const maximumPreparedStatements = 500

/** Milliseconds to wait for a host's connection before trying the next host. */
const connectTimeout = 5_000

/** Connections for units run without autocommit, those for single statements with it. */
export type ConnectionPurpose = 'unit' | 'statement'

/** Sequelize's names of the two pools. The cast is needed because its types name the value for the read pool differently. */
const poolNames = { unit: { type: 'write' }, statement: { type: 'SELECT' as 'read' } } as const

/** Settings of the pool for units. The hooks recognise its connections by the key `commits`. */
const unitPool: object = { commits: 'by units' }

export interface ConnectionPool {
  readonly load: DriverLoad
  /** Throws the error of the server, or Sequelize's error if no connection is free in time. */
  acquire(purpose: ConnectionPurpose): Promise<Connection>
  release(connection: Connection): void
  /** Removes a connection in an unknown state. */
  destroy(connection: Connection): Promise<void>
  close(): Promise<void>
}

/**
 * Milliseconds for which the pool hands out a connection, and keeps it open without use. Their sum is at most `age`.
 * The random part prevents connections that were opened together from being renewed together.
 */
const pickUsableTime = (age: number): number => (age / 2) * (0.8 + 0.2 * Math.random())

const toIdleTime = (age: number): number => Math.min(60_000, age / 2)

/** Sends a statement by the text protocol. */
export function sendStatement(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

/**
 * Runs a prepared statement. A caller can send further statements without waiting: mysql2 queues them in order.
 * Throws NOT_READY if the server is unreachable.
 */
export function executePrepared<T>(connection: Connection, sql: string, params: readonly SqlParameter[]): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.execute(sql, params as SqlParameter[], (error, result) => {
      if (error) reject(toDriverError(error))
      else resolve(result as T)
    })
  })
}

/** Replaces the error of an unreachable server by NOT_READY. Returns any other error unchanged. */
export function toDriverError(error: unknown, storing = false): unknown {
  return error instanceof ServiceError || !isServerUnreachable(error) ? error : toUnreachableError(error, storing)
}

/** Runs transaction control and other statements that cannot be prepared. Throws NOT_READY if the server is unreachable. */
export async function sendControlStatement(connection: Connection, sql: string): Promise<unknown> {
  try {
    return await sendStatement(connection, sql)
  } catch (error) {
    throw toDriverError(error, sql === 'COMMIT')
  }
}

/** Seconds that a statement waits for another unit's row lock before its unit is retried. */
const lockWaitSeconds = 10

const sqlModes = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

interface ServerVariable {
  readonly Variable_name: string
  readonly Value: string
}

/**
 * Sets up a new connection: READ COMMITTED, strict mode, and causal reads on a Galera cluster.
 * Throws if the host is a cluster node that is not ready.
 */
async function prepareConnection(connection: Connection, commits: boolean): Promise<void> {
  const [cluster] = (await sendStatement(connection, "SHOW VARIABLES LIKE 'wsrep_on'")) as readonly ServerVariable[]
  if (cluster?.Value === 'ON') {
    const [ready] = (await sendStatement(connection, "SHOW STATUS LIKE 'wsrep_ready'")) as readonly ServerVariable[]
    if (ready?.Value !== 'ON') throw Object.assign(new Error('The node is not part of its cluster.'), { errno: 1047 })
    // 7: wait before reads, updates, deletes and inserts. A unit may begin with any statement.
    await sendStatement(connection, 'SET SESSION wsrep_sync_wait = 7')
  }
  await sendStatement(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  const session = `sql_mode = '${sqlModes}', innodb_lock_wait_timeout = ${lockWaitSeconds}, autocommit = ${commits ? 1 : 0}`
  await sendStatement(connection, `SET SESSION ${session}`)
}

/** The NOT_READY error at start: the hosts tried, their response, and what to check. */
export function createConnectError({ hosts, database }: ServerAddress, error: unknown): ServiceError {
  const parent = error instanceof Error && 'parent' in error ? error.parent : error
  const code = typeof parent === 'object' && parent !== null && 'code' in parent ? String(parent.code) : null
  const values = {
    database,
    hosts: hosts.map(({ host, port }) => `${host}:${port}`),
    code: code ?? createMessage('boot.noAnswer'),
  }
  const message =
    code === 'ER_ACCESS_DENIED_ERROR'
      ? createMessage('boot.databaseRefused', values)
      : code === 'ER_BAD_DB_ERROR'
        ? createMessage('boot.databaseUnknown', values)
        : createMessage('boot.databaseSilent', { ...values, count: hosts.length })
  return new ServiceError('NOT_READY', message, { cause: error })
}

/** Opens the pool once a host has answered. Throws the error of the last host. Callers wait at most `acquireTimeout` for a connection. */
export async function openConnectionPool(
  { hosts, username, password, database }: ServerAddress,
  { poolSize, patience, connectionAge }: DriverOptions,
  acquireTimeout: number,
): Promise<ConnectionPool> {
  const mysql2 = await import('mysql2')
  const dialectModule = createDialectModule(mysql2.default)
  /** `typeCast: true` enables mysql2's own fast parsers. FOUND_ROWS counts matched rows, as SQLite does. */
  const dialectOptions: ConnectionOptions = {
    user: username,
    password,
    database,
    supportBigNumbers: true,
    typeCast: true,
    dateStrings: true,
    charset: 'utf8mb4_unicode_ci',
    flags: ['+FOUND_ROWS'],
    connectTimeout: Math.min(connectTimeout, patience),
    maxPreparedStatements: maximumPreparedStatements,
  }
  const selector = new HostSelector(hosts, async (host) => {
    const connection = dialectModule.createConnection({ ...dialectOptions, ...host })
    try {
      await once(connection, 'connect')
      await prepareConnection(connection, true)
    } catch (error) {
      connection.destroy()
      throw error
    }
    connection.end(() => {})
  })
  await selector.requireReachable()

  const open = new Set<unknown>()
  /** The time until which the pool may hand out a connection. All connections thus leave a node that accepts no new ones. */
  const ends = new WeakMap<object, number>()
  const sequelize = await createSequelize({
    dialect: 'mysql',
    dialectModule,
    dialectOptions,
    // Two pools: units wait only for other units, never for statements outside of units.
    replication: { read: [{}], write: unitPool },
    // Without it Sequelize opens a connection to query the version.
    ...{ databaseVersion: '8.0.0' },
    pool: {
      max: Math.max(1, Math.floor(poolSize / 2)),
      min: 0,
      idle: toIdleTime(connectionAge),
      acquire: acquireTimeout,
      validate: (connection) =>
        isOpen(connection as Connection) && performance.now() < (ends.get(connection as object) ?? Infinity),
    },
    hooks: {
      beforeConnect(config) {
        const { host, port } = selector.host
        config.host = host
        config.port = String(port)
      },
      async afterConnect(raw, config) {
        const connection = raw as Connection
        try {
          await prepareConnection(connection, !('commits' in config))
        } catch (error) {
          connection.destroy()
          throw error
        }
        ends.set(connection, performance.now() + pickUsableTime(connectionAge))
        open.add(connection)
        selector.reportConnection()
      },
      beforeDisconnect: (connection) => void open.delete(connection),
    },
  })
  const manager = sequelize.connectionManager
  let [busy, waiting] = [0, 0]
  return {
    get load() {
      return { open: open.size, busy, waiting }
    },
    async acquire(purpose) {
      waiting++
      try {
        const connection = await selector.connect(() => manager.getConnection({ ...poolNames[purpose] }))
        busy++
        return connection as Connection
      } finally {
        waiting--
      }
    },
    release(connection) {
      busy--
      manager.releaseConnection(connection)
    },
    async destroy(connection) {
      busy--
      await manager.destroyConnection(connection)
    },
    close: () => sequelize.close(),
  }
}

/** The timeout error of a connection, in the form of a network error. */
function createTimeoutError(milliseconds: number): Error {
  const message = `The database server has not answered a statement for ${Math.round(milliseconds / 1000)} seconds.`
  return Object.assign(new Error(message), { code: 'ETIMEDOUT', fatal: true })
}

/** Closes connections whose server stops responding during a statement. A stopped server process keeps its connections open. */
export class Watchdog {
  /** Connections with unanswered statements, the oldest first: the start of the first statement's wait, and the number of statements. */
  private readonly unanswered = new Map<Connection, { readonly since: number; readonly count: number }>()
  private timer: NodeJS.Timeout | null = null

  /** @param patience milliseconds that a statement may take; longer than the lock wait timeout */
  constructor(private readonly patience: number) {}

  /** Watches a statement until it is answered or its connection is closed. */
  watch<T>(connection: Connection, action: () => Promise<T>): Promise<T> {
    const open = this.unanswered.get(connection)
    this.unanswered.set(connection, { since: open?.since ?? performance.now(), count: (open?.count ?? 0) + 1 })
    this.timer ??= setInterval(() => this.closeUnanswered(), this.patience / 4).unref()
    const answer = action()
    const over = (): void => this.answered(connection)
    // Attached first, so it runs before the caller's own handlers.
    answer.then(over, over)
    return answer
  }

  /** Starts the timeout of the connection's next statement, if there is one. */
  private answered(connection: Connection): void {
    const open = this.unanswered.get(connection)
    this.unanswered.delete(connection)
    if (open && open.count > 1) this.unanswered.set(connection, { since: performance.now(), count: open.count - 1 })
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
  }

  private closeUnanswered(): void {
    const latest = performance.now() - this.patience
    for (const [connection, { since }] of this.unanswered) {
      if (since > latest) return
      this.unanswered.delete(connection)
      closeWithError(connection, createTimeoutError(this.patience))
    }
    if (this.unanswered.size === 0) this.stop()
  }
}
