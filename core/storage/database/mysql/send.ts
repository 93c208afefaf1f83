// Sends statements on a mysql2 connection and turns connection errors into NOT_READY.
import type { Connection } from 'mysql2'
import { ServiceError } from '../../../foundation/errors.js'
import type { SqlParameter } from '../statement.js'
import { toUnreachableError, isServerUnreachable } from './unreachable-server.js'

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
