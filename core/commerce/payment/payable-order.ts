// Finds and locks the order that a shopper wants to pay, and checks that it can be paid.
import { createMessage, type Message } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { transitions } from '../../model/state/declaration.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { findOrder, createUnknownOrderError } from '../order/find.js'
import type { ShopperContext } from '../shopper-context.js'
import type { OrderRecord, PaymentRecord } from './rows.js'

/** Maximum number of payments per order. Each attempt creates a record, and most call a provider. */
const maxPayments = 30

/** The visitor's placed order, locked. NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function lockOwnOrder(shopperContext: ShopperContext & TransactionContext, token: string): Promise<OrderRecord> {
  const { id } = await findOrder(shopperContext, token)
  const [locked] = await shopperContext.lock(salesOrder, { column: 'id', values: [id] })
  if (!locked) throw createUnknownOrderError()
  return locked.values
}

/** Rejects an order that is paid, is in a final state, or has too many payments. */
export function requirePayableOrder(order: OrderRecord, payments: readonly PaymentRecord[]): void {
  const refuse = (message: Message, code: string): never => {
    throw ValidationError.of('token', message, code)
  }
  if (order.status === 'paid' || payments.some(({ status }) => status === 'paid')) refuse(createMessage('shop.orderPaid'), 'PAID')
  if (order.status === '' || !(transitions['sales-order'][order.status] as readonly string[]).includes('paid')) {
    refuse(createMessage('shop.orderNotPayable', { status: order.status }), 'NOT_ALLOWED')
  }
  if (payments.length >= maxPayments) {
    refuse(createMessage('shop.tooManyPayments', { count: maxPayments }), 'TOO_MANY')
  }
}
