// Closes the pending payments of an order that staff set to paid or cancelled, for providers that never report.
import { formatIsoTime } from '../../foundation/clock.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { changeState } from '../state/change-state.js'
import { type PaymentRecord, listOrderPayments } from './rows.js'
import { getPaymentProvider } from './method-with-provider.js'
import { addTimelineEntry } from './timeline.js'

/** The pending payments to close with the order. Payments of providers that can be polled or that report are not included. */
export async function listPaymentsToClose(
  work: ServiceContext,
  orderId: number,
  to: 'paid' | 'cancelled',
): Promise<readonly PaymentRecord[]> {
  const payments = await listOrderPayments(work, orderId)
  if (payments.some(({ status }) => status === 'paid')) return []
  const silent = payments.filter(({ status, connector }) => {
    const provider = getPaymentProvider(work, connector)
    return status === 'pending' && provider !== undefined && !provider.ask && !provider.webhook
  })
  // One payment is enough to pay an order.
  return to === 'paid' ? silent.slice(-1) : silent
}

/** Sets them to the state of the order. If a provider reports, its report settles the payment or reveals a double payment. */
export async function closePayments(
  work: ServiceContext & TransactionContext,
  orderId: number,
  to: 'paid' | 'cancelled',
): Promise<void> {
  for (const payment of await listPaymentsToClose(work, orderId, to)) {
    const { id, amount, currency_code: currency } = payment
    const money = to === 'paid' ? { received: amount ?? 0, received_currency: currency } : {}
    await work.write(paymentEntity, { ...money, changed: formatIsoTime(work.now) }, { id })
    await changeState(work, 'payment', id, to)
    const sum = to === 'paid' ? { amount, currency } : {}
    await addTimelineEntry(work, payment, { source: 'person' }, { status: to, ...sum, message: `The order was set to '${to}'.` })
    if (to === 'paid') await work.announce('onSvcReceivePayment', { paymentId: id, orderId, amount: amount ?? 0, currency })
  }
}
