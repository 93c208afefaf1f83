// Detects a full database disk: writes fail with NOT_READY, and the log asks the operator to free space.
import { createMessage } from '../../foundation/message.js'
import { ServiceError } from '../../foundation/errors.js'
import type { Log } from '../../foundation/log.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import { hasCause } from './database-errors.js'

/** Error numbers of MySQL and MariaDB for a full disk and a full table. */
const diskFullCodes: ReadonlySet<unknown> = new Set([1021, 1114])
/** SQLITE_FULL: the low byte of all its extended codes. */
const sqliteFullCode = 13

/** True if the disk or the table is full. Reads still work then. */
const isDiskFull = (error: unknown): boolean =>
  hasCause(error, ({ errno, errcode, message }) => {
    // A storage engine error with the operating system's ENOSPC (28).
    const noSpace = errno === 1030 && /\berror 28\b/.test(String(message))
    return diskFullCodes.has(errno) || noSpace || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFullCode)
  })

/** Replaces a disk-full error by NOT_READY and logs it. Returns any other error unchanged. */
export function toDiskFullError(log: Log, error: unknown): unknown {
  if (error instanceof ServiceError || !isDiskFull(error)) return error
  warnRateLimited(
    log,
    Date.now(),
    { err: error },
    'The database has no room left on its disk. Make room, or nothing can be stored.',
  )
  const sentence = createMessage('errors.databaseFull')
  return new ServiceError('NOT_READY', sentence, { cause: error })
}
