// The connections to a MySQL server: Sequelize opens, pools and closes them. Its hooks choose the host and set up the session.
import { once } from 'node:events'
import type { Connection, ConnectionOptions } from 'mysql2'
import type { DriverLoad, DriverOptions } from '../driver.js'
import { createSequelize } from '../sequelize.js'
import { createDialectModule, isOpen } from './dialect-module.js'
import { HostSelector, prepareConnection } from './host-connections.js'
import type { ServerAddress } from './server-address.js'

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
