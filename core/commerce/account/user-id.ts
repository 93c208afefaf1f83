// Reads a user id from a claim of an assertion: systems write it as a text or as a number.
import { ServiceError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/rate-limited-log.js'
import type { Context } from '../../storage/context.js'

/**
 * The id as text; null where the claim is missing or empty: then the visitor is a guest. AUTHENTICATION_FAILED, with a line in the
 * log, for anything else. Integers above 2^53 count among that: JSON rounds them, so two users would share one id.
 * @param claim its name, for the log and the caller
 */
export function userIdOf({ log, clock }: Context, claim: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value.trim() || null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  warnRateLimited(log, clock.now(), { claim, type: typeof value }, 'An assertion of the host names a user by no valid id.')
  throw new ServiceError('AUTHENTICATION_FAILED', `The claim '${claim}' takes the user's id: a text or a whole number.`)
}
