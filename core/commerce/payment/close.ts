// Payments that follow their order: planned captures and releases, pending payments that are closed, and money received by hand.
import { currencyStep, fromAmount, toAmount } from '../../engine/money/amount.js'
import { day, formatIsoTime } from '../../foundation/clock.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import type { OrderRecord } from '../../model/entities/orders/sales-order.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { orderStatuses } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { lockOrder, sumPayments, changeState, lockShipments, sumShippedQuantities } from '../state/change-state.js'
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

/** Milliseconds before the end of an authorization in which the shipped part is captured. */
const lastCaptureTime = day

/** The value of everything shipped so far. The costs of delivery and payment belong to the first shipment. */
interface ShippedValue {
  readonly amount: number
  readonly isComplete: boolean
}

async function readShippedValue(work: ServiceContext & TransactionContext, order: OrderRecord): Promise<ShippedValue> {
  const lines = await work.list(orderLine, { column: 'sales_order_id', values: [order.id] })
  const quantities = sumShippedQuantities(await lockShipments(work, order.id))
  const step = currencyStep(order.currency_decimals ?? 2)
  const gross = (line: (typeof lines)[number]): number => toAmount(line.values.gross ?? 0)
  const isComplete = lines.every(({ id, values }) => (quantities.get(id) ?? 0) >= (values.quantity ?? 1))
  if (quantities.size === 0) return { amount: 0, isComplete: false }
  const costs = lines.reduce((rest, line) => rest - gross(line), toAmount(order.gross ?? 0))
  const amount = lines.reduce((sum, line) => {
    const share = (gross(line) * (quantities.get(line.id) ?? 0)) / (line.values.quantity ?? 1)
    return sum + Math.round(share / step) * step
  }, costs)
  return { amount: Math.max(0, amount), isComplete }
}

/** Plans the step for the authorized payments of a locked order. A release replaces a planned capture, and stays. */
export async function planSteps(
  work: ServiceContext & TransactionContext,
  orderId: number,
  step: 'capture' | 'release',
): Promise<void> {
  for (const { id, status, planned } of await listOrderPayments(work, orderId))
    if (status === 'authorized' && planned !== 'release')
      await work.write(paymentEntity, { planned: step, capture_amount: null, changed: formatIsoTime(work.now) }, { id })
}

/**
 * Plans the capture of the authorized payments that are captured when their order is shipped: the value of the shipped lines, never more than
 * was authorized, and the whole amount when everything is shipped. A capture of the whole amount that is planned already stays.
 * @param isEnding true: the authorization is about to end. A provider that captures only once then captures the shipped part
 */
export async function planShipmentCaptures(
  work: ServiceContext & TransactionContext,
  orderId: number,
  isEnding = false,
): Promise<void> {
  const payments = (await listOrderPayments(work, orderId)).filter(
    ({ status, planned, capture_amount: total }) =>
      status === 'authorized' && (planned === '' || (planned === 'capture' && total !== null)),
  )
  if (payments.length === 0) return
  const shipped = await readShippedValue(work, await lockOrder(work, orderId))
  for (const payment of payments) {
    const { id, authorized, received, planned, capture_amount: total } = payment
    if ((await findCaptureTime(work, payment)) !== 'shipment') continue
    const whole = toAmount(authorized ?? 0)
    const isWhole = shipped.isComplete || shipped.amount >= whole
    const due = isWhole ? whole : shipped.amount
    const isDue = due > toAmount(received ?? 0) && (isWhole || isEnding || (await capturesParts(work, payment)))
    const next = { planned: isDue ? 'capture' : '', capture_amount: isDue && !isWhole ? fromAmount(due) : null } as const
    if (next.planned === planned && next.capture_amount === total) continue
    await work.write(paymentEntity, { ...next, changed: formatIsoTime(work.now) }, { id })
  }
}

async function capturesParts(work: ServiceContext, { payment_method_id }: PaymentRecord): Promise<boolean> {
  return (await loadMethodWithProvider(work, payment_method_id)).provider.capturesParts === true
}

/** Plans the capture of the shipped lines for payments whose authorization ends within a day. */
export async function planEndingCaptures(work: ServiceContext): Promise<void> {
  const sql = `SELECT DISTINCT sales_order_id AS id FROM svc_payment
    WHERE status = 'authorized' AND planned = '' AND capture_before IS NOT NULL AND capture_before <= ? LIMIT 100`
  const rows = await work.on.query<{ id: number }>(sql, [formatIsoTime(work.now + lastCaptureTime)])
  for (const { id } of rows)
    await work.transact(async (inside) => {
      await lockOrder(inside, id)
      await planShipmentCaptures(inside, id, true)
    })
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
    .reduce((sum, { authorized, received: captured }) => sum + toAmount(authorized ?? 0) - toAmount(captured ?? 0), 0)
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
 * Sets them to the state of the order. If a provider reports, its report settles the payment or reveals a double payment. The rest of authorized
 * payments is captured afterwards, or released if other payments cover the order.
 */
export async function closePayments(
  work: ServiceContext & TransactionContext,
  orderId: number,
  to: 'paid' | 'cancelled' | 'refunded',
): Promise<void> {
  const order = await lockOrder(work, orderId)
  const { received } = sumPayments(order, await listOrderPayments(work, orderId))
  const isCovered = toAmount(received) >= toAmount(order.gross ?? 0)
  await planSteps(work, orderId, to === 'paid' && !isCovered ? 'capture' : 'release')
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
