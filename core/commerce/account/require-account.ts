// Restricts an action to signed-in accounts.
import { createMessage } from '../../foundation/message.js'
import { ServiceError } from '../../foundation/errors.js'
import type { ShopperContext } from '../shopper-context.js'

/** The account's id; AUTHENTICATION_REQUIRED for guests. */
export function requireAccount({ shopper: { customerId } }: ShopperContext): number {
  if (customerId !== null) return customerId
  throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.accountNeeded'))
}
