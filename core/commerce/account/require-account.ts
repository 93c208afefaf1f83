// Restricts an action to signed-in accounts.
import { ServiceError } from '../../foundation/errors.js'
import type { Visit } from '../visit.js'

/** The account's id; AUTHENTICATION_REQUIRED for guests. */
export function requireAccount({ shopper: { customerId } }: Visit): number {
  if (customerId !== null) return customerId
  throw new ServiceError('AUTHENTICATION_REQUIRED', 'This is for accounts only. Sign in first.')
}
