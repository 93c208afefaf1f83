// Payments that follow their order: planned captures and releases, pending payments that are closed, and money received by hand.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { orderStatuses } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { lockOrder, sumPayments, changeState } from '../state/change-state.js'
import { createToken } from '../shopper-context.js'
import { type PaymentRecord, listOrderPayments, addTimelineEntry } from './rows.js'
import { getPaymentProvider, loadMethodWithProvider } from './provider.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { CaptureTime } from './define.js'

/** When the payment is captured after its authorization. `request` if its method was deleted or its provider cannot capture. */
export async function findCaptureTime(
  work: ServiceContext,
  { payment_method_id }: Pick<PaymentRecord, 'payment_method_id'>,
): Promise<CaptureTime> {
  try {
    const { provider, params } = await loadMethodWithProvider(work, payment_method_id)
    return provider.capture ? (provider.captureTime?.(params) ?? 'immediately') : 'request'
  } catch (error) {
    if (error instanceof NotFoundError) return 'request'
    throw error
  }
}

/** Plans the step for the authorized payments of a locked order. A release replaces a planned capture, and stays. */
export async function planSteps(
  work: ServiceContext & TransactionContext,
  orderId: number,
  step: 'capture' | 'release',
): Promise<void> {
  for (const { id, status, planned } of await listOrderPayments(work, orderId))
    if (status === 'authorized' && planned !== 'release')
      await work.write(paymentEntity, { planned: step, changed: formatIsoTime(work.now) }, { id })
}

/** Plans the capture of the authorized payments that are captured when their order is shipped. */
export async function planShipmentCaptures(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  for (const payment of await listOrderPayments(work, orderId)) {
    if (payment.status !== 'authorized' || payment.planned !== '' || (await findCaptureTime(work, payment)) !== 'shipment')
      continue
    await work.write(paymentEntity, { planned: 'capture', changed: formatIsoTime(work.now) }, { id: payment.id })
  }
}

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

const createSetMessage = (to: 'paid' | 'cancelled'): Message =>
  createMessage('operations.paymentOrderSet', { status: createLabel('choice', orderStatuses[to]) })

/**
 * Records the open amount of an order that was set to `paid` as a payment made by hand. Does nothing if received and authorized
 * payments cover it.
 */
async function recordManualPayment(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  const order = await lockOrder(work, orderId)
  const payments = await listOrderPayments(work, orderId)
  const { received } = sumPayments(order, payments)
  const authorizedAmount = payments
    .filter(({ status, currency_code }) => status === 'authorized' && currency_code === order.currency_code)
    .reduce((sum, { authorized }) => sum + toAmount(authorized ?? 0), 0)
  const open = toAmount(order.gross ?? 0) - toAmount(received) - authorizedAmount
  if (open <= 0) return
  const [amount, currency, now] = [fromAmount(open), order.currency_code, formatIsoTime(work.now)]
  const id = await work.write(paymentEntity, {
    sales_order_id: orderId,
    payment_method_id: order.payment_method_id,
    token: createToken(),
    status: 'paid',
    amount,
    currency_code: currency,
    received: amount,
    received_currency: currency,
    begun: now,
    created: now,
    changed: now,
  })
  const payment = (await listOrderPayments(work, orderId)).find((candidate) => candidate.id === id)
  const entry = { status: 'paid', amount, currency, messages: [createSetMessage('paid')] } as const
  await addTimelineEntry(work, payment!, { source: 'person' }, entry)
  await work.announce('onSvcReceivePayment', { paymentId: id, orderId, amount, currency })
}

/**
 * Sets them to the state of the order. If a provider reports, its report settles the payment or reveals a double payment. Authorized payments
 * are captured afterwards, or released if another payment paid the order.
 */
export async function closePayments(
  work: ServiceContext & TransactionContext,
  orderId: number,
  to: 'paid' | 'cancelled' | 'refunded',
): Promise<void> {
  const isPaid = (await listOrderPayments(work, orderId)).some(({ status }) => status === 'paid')
  await planSteps(work, orderId, to === 'paid' && !isPaid ? 'capture' : 'release')
  if (to === 'refunded') return
  for (const payment of await listPaymentsToClose(work, orderId, to)) {
    const { id, amount, currency_code: currency } = payment
    const money = to === 'paid' ? { received: amount ?? 0, received_currency: currency } : {}
    await work.write(paymentEntity, { ...money, changed: formatIsoTime(work.now) }, { id })
    await changeState(work, 'payment', id, to)
    const sum = to === 'paid' ? { amount, currency } : {}
    await addTimelineEntry(work, payment, { source: 'person' }, { status: to, ...sum, messages: [createSetMessage(to)] })
    if (to === 'paid') await work.announce('onSvcReceivePayment', { paymentId: id, orderId, amount: amount ?? 0, currency })
  }
  if (to === 'paid') await recordManualPayment(work, orderId)
}
