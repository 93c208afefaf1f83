// The order that somebody wants to pay: found by its token, owned by whoever asks, and not paid yet.
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { transitions } from '../../model/state/declaration.js'
import { hostOwnsCommerce } from '../cart/ownership.js'
import { ownsDocument } from '../document/access.js'
import type { Visit } from '../visit.js'
import type { OrderRecord, PaymentRecord } from './rows.js'

const tokenPattern = /^[A-Za-z0-9_-]{16,64}$/
/** Attempts to pay one order; each makes a record, and most call a provider. */
const mostPayments = 30

const unknown = (): NotFoundError => new NotFoundError('There is no order with this token.')

/** The order of the token, locked in a unit; NOT_FOUND alike for unknown ones, drafts and other people's. */
export async function orderToPay(visit: Visit, token: string): Promise<OrderRecord> {
  if (!visit.rules.commerce) throw new NotFoundError(hostOwnsCommerce)
  if (!tokenPattern.test(token)) throw unknown()
  const where = { column: 'token', values: [token] }
  const [found] = await (visit.unit ? visit.lock(salesOrder, where) : visit.list(salesOrder, where))
  if (!found || found.values.token !== token || found.values.number === null) throw unknown()
  if (!(await ownsDocument(visit, found.values))) throw unknown()
  return found.values
}

/** Refuses an order that is paid, has ended, or was tried too often. */
export function requirePayable(order: OrderRecord, payments: readonly PaymentRecord[]): void {
  const refuse = (message: string, code: string): never => {
    throw ValidationError.of('token', message, code)
  }
  if (order.status === 'paid' || payments.some(({ status }) => status === 'paid')) refuse('This order is paid already.', 'PAID')
  if (order.status === '' || !(transitions['sales-order'][order.status] as readonly string[]).includes('paid')) {
    refuse(`This order is '${order.status}' and cannot be paid.`, 'NOT_ALLOWED')
  }
  if (payments.length >= mostPayments) {
    refuse(`Paying this order was tried ${mostPayments} times in vain. Please get in touch with the shop.`, 'TOO_MANY')
  }
}
