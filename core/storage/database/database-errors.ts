// Unwraps the database errors that Sequelize has wrapped, and creates the NOT_READY errors for lost connections and exhausted retries.
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
  const sentence = createMessage('errors.databaseContention')
  return new ServiceError('NOT_READY', sentence, { cause })
}
