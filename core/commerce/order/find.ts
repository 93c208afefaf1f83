// Orders as those find them whose they are: a guest's by whoever holds its token, an account's by that account alone.
import { NotFoundError } from '../../foundation/errors.js'
import { cartRules } from '../cart/ownership.js'
import { type OrderRecord, orderOfToken } from '../checkout/rows.js'
import { ownsDocument } from '../document/access.js'
import type { Visit } from '../visit.js'

export const unknownOrder = (): NotFoundError => new NotFoundError('There is no order with this token.')

/** True from the moment on that it was placed: it has a number, and nothing of it changes but its status. */
export const isPlaced = ({ number }: OrderRecord): boolean => number !== null

/** The visitor's placed order; NOT_FOUND alike for unknown ones, drafts and other people's. */
export async function findOrder(visit: Visit, token: string): Promise<OrderRecord> {
  cartRules(visit)
  const order = await orderOfToken(visit, token)
  if (!order || !isPlaced(order) || !(await ownsDocument(visit, order))) throw unknownOrder()
  return order
}
