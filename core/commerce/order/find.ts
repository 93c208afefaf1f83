// Finds orders by token, with an ownership check: a guest needs the token, an order of an account needs that account.
import { NotFoundError } from '../../foundation/errors.js'
import { cartRules } from '../cart/ownership.js'
import { type OrderRecord, orderOfToken } from '../checkout/rows.js'
import { ownsDocument } from '../document/access.js'
import type { Visit } from '../visit.js'

export const unknownOrder = (): NotFoundError => new NotFoundError('There is no order with this token.')

/** True once the order is placed. It then has a number, and only its status changes. */
export const isPlaced = ({ number }: OrderRecord): boolean => number !== null

/** The visitor's placed order. NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function findOrder(visit: Visit, token: string): Promise<OrderRecord> {
  cartRules(visit)
  const order = await orderOfToken(visit, token)
  if (!order || !isPlaced(order) || !(await ownsDocument(visit, order))) throw unknownOrder()
  return order
}
