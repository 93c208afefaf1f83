// The progress of an order for its owner: steps, shipments, invoice and credit notes. And its cancellation by the customer.
import { ValidationError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import { payment } from '../../model/entities/orders/payment.js'
import type { salesOrder } from '../../model/entities/orders/sales-order.js'
import { shipment } from '../../model/entities/orders/shipment.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { listCreditNotes } from '../credit-note/write-credit-note.js'
import type { ShopperContext } from '../shopper-context.js'
import { beginPlannedSteps } from '../payment/poll.js'
import { changeState, listStateHistory, isOpenOrder, lockOrder } from '../state/change-state.js'
import { findOrder } from './service.js'
import type { OrderProgress, ShipmentReply } from './define.js'

type OrderRecord = RecordOf<typeof salesOrder>
type ShipmentRecord = RecordOf<typeof shipment>

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null

const toShipmentReply = ({
  number,
  carrier,
  tracking_code,
  tracking_url,
  shipped,
  delivered,
  lines,
}: ShipmentRecord): ShipmentReply => ({
  number,
  carrier,
  tracking_code,
  tracking_url,
  shipped,
  delivered,
  lines: lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity })),
})

/** Once the shop has confirmed the order, or money or goods have moved, the shop cancels or refunds it instead. */
async function mayCancel(work: ServiceContext, order: OrderRecord): Promise<boolean> {
  const { settings } = (await work.at()).versionedSnapshot.snapshot
  if (settings.customer_cancellation !== 'until_confirmed' || order.status !== 'ordered') return false
  return order.paid_amount === 0 && (order.fulfilment_state === 'none' || order.fulfilment_state === 'unfulfilled')
}

async function buildProgress(work: ServiceContext, order: OrderRecord): Promise<OrderProgress> {
  const ofOrder = { column: 'sales_order_id', values: [order.id] }
  const shipments = (await work.list(shipment, ofOrder)).map(({ values }) => values).filter(({ cancelled }) => cancelled === null)
  const received = (await work.list(payment, ofOrder)).filter(({ values }) => values.received !== null)
  const [invoiced] = await work.list(invoice, ofOrder)
  const { payment_state, fulfilment_state, placed } = order
  const isPaid = payment_state === 'paid' || payment_state === 'partly_refunded' || payment_state === 'refunded'
  const isShipped = fulfilment_state === 'shipped' || fulfilment_state === 'delivered'
  const isDelivered = fulfilment_state === 'delivered'
  const isCancelled = order.status === 'cancelled'
  const history = await listStateHistory(work, 'sales-order', [order.id])
  const changed = (status: string): string | null => history.findLast(({ to }) => to === status)?.at ?? null
  const isConfirmed = isShipped || fulfilment_state === 'partly_shipped' || changed('confirmed') !== null
  const steps: OrderProgress['steps'] = [
    { step: 'ordered', done: true, at: placed },
    { step: 'paid', done: isPaid, at: isPaid ? latest(received.map(({ values }) => values.changed)) : null },
    { step: 'confirmed', done: isConfirmed, at: changed('confirmed') },
    { step: 'shipped', done: isShipped, at: isShipped ? latest(shipments.map(({ shipped }) => shipped)) : null },
    { step: 'delivered', done: isDelivered, at: isDelivered ? latest(shipments.map(({ delivered }) => delivered)) : null },
    { step: 'cancelled', done: isCancelled, at: changed('cancelled') },
  ]
  const isClosed = !isOpenOrder(order)
  const isExpected: Readonly<Record<string, boolean>> = {
    paid: payment_state !== 'none',
    confirmed: true,
    shipped: fulfilment_state !== 'none' && fulfilment_state !== '',
    delivered: fulfilment_state !== 'none' && fulfilment_state !== '',
  }
  return {
    payment_state,
    fulfilment_state,
    steps: steps.filter(({ step, done }) => done || (!isClosed && isExpected[step] === true)),
    shipments: shipments.map(toShipmentReply),
    invoice: invoiced?.values.number ?? null,
    credit_notes: (await listCreditNotes(work, order.id)).map(({ id, number, created, gross }) => {
      return { id, number, created: created ?? '', gross: gross ?? 0 }
    }),
    may_cancel: await mayCancel(work, order),
  }
}

/** NOT_FOUND for unknown orders, drafts and orders of other people. */
export async function readOrderProgress(shopperContext: ShopperContext, token: string): Promise<OrderProgress> {
  return buildProgress(shopperContext, await findOrder(shopperContext, token))
}

/** Cancels the order if the shop allows it. NOT_FOUND as for reading. VALIDATION_FAILED on `token` if it cannot be cancelled any more. */
export async function cancelOwnOrder(shopperContext: ShopperContext, token: string): Promise<OrderProgress> {
  const { id } = await findOrder(shopperContext, token)
  const progress = await shopperContext.transact(async (inside) => {
    if (!(await mayCancel(inside, await lockOrder(inside, id))))
      throw ValidationError.of('token', createMessage('shop.orderNotCancellable'), 'NOT_ALLOWED')
    await changeState(inside, 'sales-order', id, 'cancelled')
    return buildProgress(inside, await lockOrder(inside, id))
  })
  beginPlannedSteps(shopperContext, id)
  return progress
}
