// Database errors: unwraps errors of Sequelize, detects a full disk, and creates the NOT_READY errors.
import { type Log, warnRateLimited } from '../../foundation/log.js'
import { createMessage } from '../../foundation/message.js'
import { ServiceError } from '../../foundation/errors.js'

/** True if the error, or an error that it wraps, satisfies `claim`. */
export function hasCause(error: unknown, claim: (cause: Readonly<Record<string, unknown>>) => boolean): boolean {
  let cause: unknown = error
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    const fields = cause as Readonly<Record<string, unknown>>
    if (claim(fields)) return true
    cause = fields.parent ?? fields.cause
  }
  return false
}

/** The connection was lost before a COMMIT was sent: the database has rolled back its transaction. */
export class ConnectionLostError extends ServiceError {
  constructor(cause: unknown) {
    super('NOT_READY', createMessage('errors.databaseUnreachable'), { cause })
  }
}

/** The error for callers when the last retry failed too. */
export function createTooBusyError(cause: unknown): ServiceError {
  const message = createMessage('errors.databaseContention')
  return new ServiceError('NOT_READY', message, { cause })
}

/** The NOT_READY error for writes that waited too long for their turn. */
export function createQueueTimeoutError(): ServiceError {
  return new ServiceError('NOT_READY', createMessage('errors.databaseBusy'))
}

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
    'The disk of the database is full. Nothing can be stored until there is free space.',
  )
  const message = createMessage('errors.databaseFull')
  return new ServiceError('NOT_READY', message, { cause: error })
}
