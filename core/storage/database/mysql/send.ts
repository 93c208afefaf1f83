// Statements on one of mysql2's connections, and what callers are told where the server is away.
import type { Connection } from 'mysql2'
import { ServiceError } from '../../../foundation/errors.js'
import type { SqlParameter } from '../statement.js'
import { awayError, isAway } from './away.js'
import { executeSoon, sendWaiting } from './together.js'

/** A statement by the text protocol. */
export function send(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    sendWaiting(connection)
    connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

/** A prepared statement, sent together with those that are asked of the connection in the same go. Throws NOT_READY where the server is away. */
export function executePrepared<T>(connection: Connection, sql: string, params: readonly SqlParameter[]): Promise<T> {
  return new Promise((resolve, reject) => {
    executeSoon(connection, sql, params, (error, result) => (error ? reject(failureOf(error)) : resolve(result as T)))
  })
}

/** What callers get in the place of a failure that means that the server is away. */
export function failureOf(error: unknown, storing = false): unknown {
  return error instanceof ServiceError || !isAway(error) ? error : awayError(error, storing)
}

/** BEGIN and the like, and what cannot be prepared. */
export async function control(connection: Connection, sql: string): Promise<unknown> {
  try {
    return await send(connection, sql)
  } catch (error) {
    throw failureOf(error, sql === 'COMMIT')
  }
}
