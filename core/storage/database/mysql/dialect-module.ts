// mysql2 as Sequelize's dialect module. It opens the sockets itself, to close connections that no longer respond.
import { connect, type Socket } from 'node:net'
import type { Connection, ConnectionOptions } from 'mysql2'

/** Idle milliseconds before TCP keep-alive probes check that the server's machine is still reachable. */
const keepAliveInitialDelay = 10_000

const sockets = new WeakMap<Connection, Socket>()
const failedConnections = new WeakSet<Connection>()

export interface MysqlModule {
  createConnection(options: ConnectionOptions): Connection
}

export function createDialectModule(mysql2: MysqlModule): MysqlModule {
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
export function isOpen(connection: Connection): boolean {
  const socket = sockets.get(connection)
  return !failedConnections.has(connection) && socket !== undefined && !socket.destroyed && !socket.writableEnded
}

/** Closes the connection. All its pending statements fail with the error; after `connection.destroy()` they would stay unanswered. */
export function closeWithError(connection: Connection, error: Error): void {
  sockets.get(connection)?.destroy(error)
}
