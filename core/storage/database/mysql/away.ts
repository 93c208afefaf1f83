// Recognizes errors of an unreachable database server and turns them into NOT_READY, so callers retry (domain §7).
import { ServiceError } from '../../../foundation/errors.js'
import { causedBy, Interrupted } from '../cause.js'

/** Error codes of the network and of mysql2 for no response or an interrupted response. */
const unanswered = new Set([
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
const unready = new Set([1040, 1047, 1053, 1077, 1079, 1129, 1152, 1159, 1161, 1180, 1184, 1203, 1226, 1927, 4031])
/** Sequelize's error name for a timeout while waiting for a connection. */
const exhausted = 'SequelizeConnectionAcquireTimeoutError'

/** True if the error means that the database cannot be reached. */
export function isAway(error: unknown): boolean {
  return causedBy(error, ({ code, errno, name, fatal, sqlState }) => {
    const said = typeof errno === 'number' && unready.has(errno)
    // A fatal driver error without a code or an SQL state: the connection was already closed.
    const over = fatal === true && sqlState === undefined && code === undefined
    return unanswered.has(String(code)) || said || over || name === exhausted
  })
}

/**
 * Retries `deed` once if the database was unreachable: a pooled connection or a connection attempt may predate the server's restart.
 * `deed` must leave no effects when it fails.
 */
export async function insist<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed()
  } catch (error) {
    if (!isAway(error)) throw error
    return deed()
  }
}

/** The NOT_READY error for an unreachable database. `storing`: a COMMIT was sent, and its outcome is unknown. */
export function awayError(error: unknown, storing: boolean): ServiceError {
  if (!storing) return new Interrupted(error)
  const sentence =
    'The connection to the database broke off while it was storing. Look whether it was stored before you send it again.'
  return new ServiceError('NOT_READY', sentence, { cause: error })
}
