// Reads a user id from a claim of an assertion. Hosts send it as a string or as a number.
import { ServiceError } from '../../foundation/errors.js'
import { warnRateLimited } from '../../foundation/log.js'
import type { Context } from '../../storage/context.js'
import { createMessage } from '../../foundation/message.js'

/**
 * The id as text; null if the claim is missing or empty, so the visitor is a guest. AUTHENTICATION_FAILED and a log line for any
 * other value, including integers above 2^53: JSON rounds them, so two users would share one id.
 * @param claim its name, for the log and the error message
 */
export function userIdOf({ log, clock }: Context, claim: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value.trim() || null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  warnRateLimited(log, clock.now(), { claim, type: typeof value }, 'The user id in an assertion of the host is not valid.')
  throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.userIdInvalid', { claim }))
}
