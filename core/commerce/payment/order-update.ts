// Updates an order when one of its payments changes. If the transition is not allowed, staff get a remark.
import { toAmount } from '../../engine/money/amount.js'
import { type States, transitions } from '../../model/state/declaration.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { changeState } from '../state/change-state.js'
import { type OrderRecord, type PaymentRecord, listOrderPayments } from './rows.js'

/** The part of a payment's money that was not refunded. */
const computeRemainingMoney = ({ received, refunded }: PaymentRecord): number => toAmount(received ?? 0) - toAmount(refunded ?? 0)

function canChangeTo({ status }: OrderRecord, to: States['sales-order']): boolean {
  // The status is never empty, but its type allows ''.
  return status !== '' && transitions['sales-order'][status].includes(to)
}

/**
 * Updates the locked order for a payment that has just changed to `to`. @returns a remark for staff if the order stays unchanged; '' if all
 * is well
 */
export async function updateOrderForPayment(
  work: ServiceContext & TransactionContext,
  order: OrderRecord,
  paymentId: number,
  to: States['payment'],
): Promise<string> {
  const payments = await listOrderPayments(work, order.id)
  const otherPayments = payments.filter(({ id }) => id !== paymentId)
  if (to === 'refunded') {
    if (payments.every((candidate) => computeRemainingMoney(candidate) <= 0) && canChangeTo(order, 'refunded'))
      await changeState(work, 'sales-order', order.id, to)
    return ''
  }
  if (to !== 'paid' && to !== 'incorrect_amount' && to !== 'unsupported_currency') return ''
  const before = otherPayments.find(({ status }) => status === 'paid')
  if (before) return `The order was paid before, by payment ${before.id}.`
  if (canChangeTo(order, to)) {
    await changeState(work, 'sales-order', order.id, to)
    return ''
  }
  if (order.status === to) return to === 'paid' ? 'The order was set to paid before this payment came.' : ''
  return `The order is '${order.status}', so it did not follow this payment.`
}
