// Recognizes errors of an unreachable server, and retries single statements that the server has rolled back.
import { createMessage } from '../../../foundation/message.js'
import { ServiceError } from '../../../foundation/errors.js'
import { hasCause, ConnectionLostError, createTooBusyError } from '../database-errors.js'
import { setTimeout as sleep } from 'node:timers/promises'

/** Error codes of the network and of mysql2 for no response or an interrupted response. */
const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
])
/**
 * Error numbers of the server: too many connections, shutdown, a cluster node that is not ready or lost its cluster during a commit,
 * a closed connection.
 */
const unavailableServerCodes = new Set([1040, 1047, 1053, 1077, 1079, 1129, 1152, 1159, 1161, 1180, 1184, 1203, 1226, 1927, 4031])
/** Sequelize's error name for a timeout while waiting for a connection. */
const poolTimeoutErrorName = 'SequelizeConnectionAcquireTimeoutError'

/** True if no connection of the pool was free in time. */
export const isPoolTimeout = (error: unknown): boolean => hasCause(error, ({ name }) => name === poolTimeoutErrorName)

/** True if the error means that the database cannot be reached. */
export function isServerUnreachable(error: unknown): boolean {
  return hasCause(error, ({ code, errno, name, fatal, sqlState }) => {
    const hasUnavailableCode = typeof errno === 'number' && unavailableServerCodes.has(errno)
    // A fatal driver error without a code or an SQL state: the connection was already closed.
    const over = fatal === true && sqlState === undefined && code === undefined
    return connectionErrorCodes.has(String(code)) || hasUnavailableCode || over || name === poolTimeoutErrorName
  })
}

/**
 * Retries `action` once if the database was unreachable: a pooled connection or a connection attempt may predate the server's restart.
 * `action` must leave no effects when it fails.
 */
export async function retryUnreachable<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isServerUnreachable(error)) throw error
    return action()
  }
}

/** The NOT_READY error for an unreachable database. `storing`: a COMMIT was sent, and its outcome is unknown. */
export function toUnreachableError(error: unknown, storing: boolean): ServiceError {
  if (!storing) return new ConnectionLostError(error)
  const message = createMessage('errors.databaseInterrupted')
  return new ServiceError('NOT_READY', message, { cause: error })
}

/**
 * Deadlock or certification failure; lock wait timeout (on a cluster also a causal read that timed out); MariaDB's "record has
 * changed since last read".
 */
const retryableCodes: ReadonlySet<unknown> = new Set([1213, 1205, 1020])

/** True for deadlocks, lock timeouts and certification failures. */
export const isRetryable = (error: unknown): boolean =>
  hasCause(error, (cause) => retryableCodes.has(cause.errno) || cause.sqlState === '40001')

/** Maximum runs of an autocommitted statement, the first included. */
const maximumAttempts = 5

/** Retries `action`, which must be a transaction of its own, after a conflict. Throws NOT_READY when the retries are used up. */
export async function retryConflictingStatement<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt === maximumAttempts) throw createTooBusyError(error)
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}
