// Derives the payment and fulfilment states of an order from its payments and shipments, in the transaction that changes them.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { NotFoundError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { shipment as shipmentEntity } from '../../model/entities/orders/shipment.js'
import type { fulfilmentStates, paymentStates } from '../../model/state/statuses.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'

type OrderRecord = RecordOf<typeof salesOrder>
type ShipmentRecord = RecordOf<typeof shipmentEntity>
type PaymentRecord = RecordOf<typeof paymentEntity>
type LineRecord = Pick<RecordOf<typeof orderLine>, 'id' | 'quantity'>

export type PaymentState = keyof typeof paymentStates
export type FulfilmentState = keyof typeof fulfilmentStates

const statusesWithoutClaim: ReadonlySet<string> = new Set(['in_checkout', 'saved', 'cancelled', 'refunded'])

/** True while the customer owes the order and the shop owes the goods: the order is placed, and neither cancelled nor refunded. */
export const isOpenOrder = ({ status }: Pick<OrderRecord, 'status'>): boolean => !statusesWithoutClaim.has(status)

/** The amounts received and refunded in the order's currency. Money in another currency does not count. */
export function sumPayments(
  { currency_code }: Pick<OrderRecord, 'currency_code'>,
  payments: readonly Pick<PaymentRecord, 'received' | 'received_currency' | 'refunded'>[],
): { readonly received: number; readonly refunded: number } {
  const counted = payments.filter(({ received_currency }) => received_currency === currency_code)
  return {
    received: fromAmount(counted.reduce((sum, { received }) => sum + toAmount(received ?? 0), 0)),
    refunded: fromAmount(counted.reduce((sum, { refunded }) => sum + toAmount(refunded ?? 0), 0)),
  }
}

/** @param isOpen false: a draft, a cancelled or a refunded order. Nothing is due then */
function derivePaymentState(gross: number, received: number, refunded: number, isOpen: boolean): PaymentState {
  if (received > 0) {
    if (refunded >= received) return 'refunded'
    if (toAmount(received) - toAmount(refunded) >= toAmount(gross)) return 'paid'
    return refunded > 0 ? 'partly_refunded' : 'partly_paid'
  }
  return isOpen && gross > 0 ? 'unpaid' : 'none'
}

/** The shipped quantity of each order line. Cancelled shipments do not count. */
export function sumShippedQuantities(shipments: readonly ShipmentRecord[]): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const { cancelled, lines } of shipments) {
    if (cancelled !== null) continue
    for (const { order_line_id: line, quantity } of lines) quantities.set(line, (quantities.get(line) ?? 0) + quantity)
  }
  return quantities
}

/** @param isExpected false: the order needs no delivery, or is not open */
function deriveFulfilmentState(
  lines: readonly LineRecord[],
  shipments: readonly ShipmentRecord[],
  isExpected: boolean,
): FulfilmentState {
  const counted = shipments.filter(({ cancelled }) => cancelled === null)
  const shipped = sumShippedQuantities(shipments)
  if (shipped.size === 0) return isExpected && lines.length > 0 ? 'unfulfilled' : 'none'
  if (lines.some(({ id, quantity }) => (shipped.get(id) ?? 0) < (quantity ?? 1))) return 'partly_shipped'
  return counted.every(({ delivered }) => delivered !== null) ? 'delivered' : 'shipped'
}

/** The states of an order that is being placed: without payments and shipments. */
export function createInitialStates(order: Pick<OrderRecord, 'gross' | 'shipping_method_id' | 'delivery_title'>) {
  return {
    payment_state: derivePaymentState(order.gross ?? 0, 0, 0, true),
    fulfilment_state: needsDelivery(order) ? ('unfulfilled' as const) : ('none' as const),
    paid_amount: 0,
    refunded_amount: 0,
  }
}

const needsDelivery = ({ shipping_method_id, delivery_title }: Pick<OrderRecord, 'shipping_method_id' | 'delivery_title'>) =>
  shipping_method_id !== null || delivery_title !== ''

/** The order, locked. Locks are taken on the order first, then on its payments, shipments and credit notes. NOT_FOUND, naming the id. */
export async function lockOrder(work: ServiceContext & TransactionContext, orderId: number): Promise<OrderRecord> {
  const [order] = await work.lock(salesOrder, { column: 'id', values: [orderId] })
  if (!order) throw new NotFoundError(createMessage('errors.noOrderWithId', { id: orderId }))
  return order.values
}

/** The shipments of a locked order, cancelled ones included. */
export async function lockShipments(
  work: ServiceContext & TransactionContext,
  orderId: number,
): Promise<readonly ShipmentRecord[]> {
  return (await work.lock(shipmentEntity, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** Derives both states again and stores them if they differ. Call it after the last change to payments and shipments. */
export async function updateOrderStates(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  const order = await lockOrder(work, orderId)
  const ofOrder = { column: 'sales_order_id', values: [orderId] }
  const payments = (await work.lock(paymentEntity, ofOrder)).map(({ values }) => values)
  const shipments = await lockShipments(work, orderId)
  const lines = (await work.list(orderLine, ofOrder)).map(({ values }) => values)
  const { received, refunded } = sumPayments(order, payments)
  const isOpen = isOpenOrder(order)
  const states = {
    payment_state: derivePaymentState(order.gross ?? 0, received, refunded, isOpen),
    fulfilment_state: deriveFulfilmentState(lines, shipments, isOpen && needsDelivery(order)),
    paid_amount: received,
    refunded_amount: refunded,
  }
  const isSame = Object.entries(states).every(([name, value]) => order[name as keyof typeof states] === value)
  if (!isSame) await work.write(salesOrder, states, { id: orderId })
}

/** True if a one-time or recurring amount is due. Accepts amounts of prices and of records. */
export const isPaymentDue = (gross: number | null, recurring: number | null): boolean => (gross ?? 0) > 0 || (recurring ?? 0) > 0
