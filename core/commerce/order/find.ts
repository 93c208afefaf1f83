// Finds orders by token, with an ownership check: a guest needs the token, an order of an account needs that account.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { requireCartRules } from '../cart/ownership.js'
import { type OrderRecord, findOrderByToken } from '../checkout/rows.js'
import { canAccessDocument } from '../document/access.js'
import type { ShopperContext } from '../shopper-context.js'

export const createUnknownOrderError = (): NotFoundError => new NotFoundError(createMessage('shop.orderUnknown'))

/** True once the order is placed. It then has a number, and only its status changes. */
export const isPlacedOrder = ({ number }: OrderRecord): boolean => number !== null

/** The visitor's placed order. NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function findOrder(shopperContext: ShopperContext, token: string): Promise<OrderRecord> {
  requireCartRules(shopperContext)
  const order = await findOrderByToken(shopperContext, token)
  if (!order || !isPlacedOrder(order) || !(await canAccessDocument(shopperContext, order))) throw createUnknownOrderError()
  return order
}
