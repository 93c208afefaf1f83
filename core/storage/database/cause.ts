// Looks through the wrappers that Sequelize puts around a driver's error, and puts one around what no repetition has helped.
import { ServiceError } from '../../foundation/errors.js'

/** True where the error, or one that it wraps, satisfies the claim. */
export function causedBy(error: unknown, claim: (cause: Readonly<Record<string, unknown>>) => boolean): boolean {
  let cause: unknown = error
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    const fields = cause as Readonly<Record<string, unknown>>
    if (claim(fields)) return true
    cause = fields.parent ?? fields.cause
  }
  return false
}

/** The connection was lost before a COMMIT was sent: the database has taken back all that was done on it. */
export class Interrupted extends ServiceError {
  constructor(cause: unknown) {
    super('NOT_READY', 'The database cannot be reached at the moment; nothing was stored. Try again shortly.', { cause })
  }
}

/** For callers, where the database has asked again and again for a repetition. */
export function tooBusy(cause: unknown): ServiceError {
  const sentence = 'Others were at the same rows of the database again and again; nothing was stored. Try again shortly.'
  return new ServiceError('NOT_READY', sentence, { cause })
}
