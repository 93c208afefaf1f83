// A database without room: whoever wants to store something is told to come again, and the log says what must be done.
import { ServiceError } from '../../foundation/errors.js'
import type { Log } from '../../foundation/log.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import { causedBy } from './cause.js'

/** MySQL's and MariaDB's words for a disk, and for a table, that is full. */
const full: ReadonlySet<unknown> = new Set([1021, 1114])
/** SQLite's, with all its extended codes. */
const sqliteFull = 13

/** True where nothing can be stored for want of room; what is stored stays readable. */
const isFull = (error: unknown): boolean =>
  causedBy(error, ({ errno, errcode, message }) => {
    // A storage engine's own failure, with the number of the system's: there is no space left.
    const noSpace = errno === 1030 && /\berror 28\b/.test(String(message))
    return full.has(errno) || noSpace || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull)
  })

/** NOT_READY in the place of a failure for want of room; any other failure as it is. */
export function refusedForRoom(log: Log, error: unknown): unknown {
  if (error instanceof ServiceError || !isFull(error)) return error
  warnRateLimited(
    log,
    Date.now(),
    { err: error },
    'The database has no room left on its disk. Make room, or nothing can be stored.',
  )
  const sentence = 'The database has no room left on its disk; nothing was stored. Try again when somebody has made room.'
  return new ServiceError('NOT_READY', sentence, { cause: error })
}
