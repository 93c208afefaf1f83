// Tells a server that is away from one that refuses: who calls meanwhile is told to come again (domain §7).
import { ServiceError } from '../../../foundation/errors.js'
import { causedBy, Interrupted } from '../cause.js'

/** What the network and the driver say where nobody answers, or the answer breaks off. */
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
 * The server's own words: too many connections, shutting down, a cluster's node that may not answer or has lost its cluster while it was
 * committing, a connection that was ended.
 */
const unready = new Set([1040, 1047, 1053, 1077, 1079, 1129, 1152, 1159, 1161, 1180, 1184, 1203, 1226, 1927, 4031])
/** Sequelize's, where no connection came free in time. */
const exhausted = 'SequelizeConnectionAcquireTimeoutError'

/** True where the database cannot be reached, whatever was asked of it. */
export function isAway(error: unknown): boolean {
  return causedBy(error, ({ code, errno, name, fatal, sqlState }) => {
    const said = typeof errno === 'number' && unready.has(errno)
    // What the driver calls fatal without a word of the server is a connection that was over before.
    const over = fatal === true && sqlState === undefined && code === undefined
    return unanswered.has(String(code)) || said || over || name === exhausted
  })
}

/**
 * Does what leaves nothing behind when it fails, once more where the database was away: a connection of the pool, or an attempt to open one,
 * may be older than the server's return.
 */
export async function insist<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed()
  } catch (error) {
    if (!isAway(error)) throw error
    return deed()
  }
}

/** NOT_READY for what happens while the database is away; `storing` where a COMMIT was on its way, of which nobody knows how it ended. */
export function awayError(error: unknown, storing: boolean): ServiceError {
  if (!storing) return new Interrupted(error)
  const sentence =
    'The connection to the database broke off while it was storing. Look whether it was stored before you send it again.'
  return new ServiceError('NOT_READY', sentence, { cause: error })
}
