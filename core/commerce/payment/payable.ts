// The order that somebody wants to pay: found as its owner finds it, and not paid yet.
import { ValidationError } from '../../foundation/errors.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { transitions } from '../../model/state/declaration.js'
import type { InUnit } from '../../storage/work.js'
import { findOrder, unknownOrder } from '../order/find.js'
import type { Visit } from '../visit.js'
import type { OrderRecord, PaymentRecord } from './rows.js'

/** Attempts to pay one order; each makes a record, and most call a provider. */
const mostPayments = 30

/** The visitor's placed order, locked; NOT_FOUND alike for unknown ones, drafts and other people's. */
export async function lockOrder(visit: Visit & InUnit, token: string): Promise<OrderRecord> {
  const { id } = await findOrder(visit, token)
  const [locked] = await visit.lock(salesOrder, { column: 'id', values: [id] })
  if (!locked) throw unknownOrder()
  return locked.values
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
