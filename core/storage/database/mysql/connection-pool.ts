// The connections to a MySQL server: Sequelize opens, pools and closes them. Its hooks choose the host and set up the session.
import { createSequelize } from '../sequelize.js'
import type { DriverLoad, DriverOptions, SqlParameter } from '../dialect.js'
import { once } from 'node:events'
import type { Connection, ConnectionOptions } from 'mysql2'
import { ServiceError } from '../../../foundation/errors.js'
import { createMessage } from '../../../foundation/message.js'
import { isPoolTimeout, isServerUnreachable, toUnreachableError } from './server-errors.js'
import { connect, type Socket } from 'node:net'

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

export interface ServerHost {
  readonly host: string
  readonly port: number
}

/** Parses a MySQL database URL: one or more hosts, a user, a database. */
interface ServerAddress {
  /** In connection order. */
  readonly hosts: readonly [ServerHost, ...ServerHost[]]
  readonly username: string
  readonly password: string
  readonly database: string
}

/** The forms of a database URL with one host and with several. */
const urlForms = {
  form: 'mysql://user:password@host:port/name',
  several: 'mysql://user:password@db1:3306,db2:3306/name',
}
const defaultPort = 3306

/** Parses `host` or `host:port`; null if invalid. */
function parseHost(text: string): ServerHost | null {
  const address = text === '' ? null : `mysql://${text}/`
  if (address === null || !URL.canParse(address)) return null
  const { hostname, port, username, pathname } = new URL(address)
  if (hostname === '' || username !== '' || pathname !== '/') return null
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
}

/** Parses `mysql://user:password@host:port[,host:port]/name`. Throws NOT_READY with the expected form; the message has no password. */
export function parseServerAddress(url: string): ServerAddress {
  const [, credentials = '', hostList = '', rest = ''] = /^mysql:\/\/(?:([^/]*)@)?([^/@]+)\/([^/]+)$/.exec(url) ?? []
  const [first = null, ...otherHosts] = hostList.split(',').map(parseHost)
  const further = otherHosts.filter((host) => host !== null)
  const whole = `mysql://${credentials === '' ? '' : `${credentials}@`}host/${rest}`
  if (first === null || further.length < otherHosts.length || rest === '' || !URL.canParse(whole)) {
    throw new ServiceError('NOT_READY', createMessage('boot.databaseUrlUnreadable', urlForms))
  }
  const { username, password, pathname } = new URL(whole)
  return {
    hosts: [first, ...further],
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
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

/** Chooses the host for new connections: the last host that answered, or after a failure the next one that answers. */
export class HostSelector {
  private current = 0
  /** True until a host has answered, and again after a failed connection attempt. */
  private isAway = true
  /** Counts opened connections. A failed attempt that began before the newest connection is outdated and is repeated. */
  private opened = 0
  private attempt: Promise<void> | null = null

  /** @param probe opens and closes a connection to a host. Throws the error of the host. */
  constructor(
    private readonly hosts: ServerAddress['hosts'],
    private readonly probe: (host: ServerHost) => Promise<void>,
  ) {}

  get host(): ServerHost {
    return this.hosts[this.current]!
  }

  reportConnection(): void {
    this.opened++
    this.isAway = false
  }

  /**
   * After a failure, looks for a host that answers. Concurrent callers share this attempt, so a returning server does not receive
   * hundreds of connections. Throws the error of the last host.
   */
  async requireReachable(): Promise<void> {
    if (this.isAway) await (this.attempt ??= this.findHost().finally(() => (this.attempt = null)))
  }

  /** Takes a connection from the pool with `acquire`, which may open one to `host`. */
  async connect<T>(acquire: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.requireReachable()
      const { opened } = this
      try {
        return await acquire()
      } catch (error) {
        const isOutdated = this.opened > opened && !isPoolTimeout(error)
        if (isServerUnreachable(error) && isOutdated) continue
        if (isServerUnreachable(error)) this.reportFailure(error)
        throw error
      }
    }
  }

  private reportFailure(error: unknown): void {
    if (!this.isAway && !isPoolTimeout(error)) this.current = (this.current + 1) % this.hosts.length
    this.isAway = true
  }

  private async findHost(): Promise<void> {
    const { hosts, current } = this
    let failure: unknown
    for (let step = 0; step < hosts.length; step++) {
      const turn = (current + step) % hosts.length
      try {
        await this.probe(hosts[turn]!)
        this.current = turn
        return this.reportConnection()
      } catch (error) {
        failure = error
        if (!isServerUnreachable(error)) break
      }
    }
    throw failure
  }
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
