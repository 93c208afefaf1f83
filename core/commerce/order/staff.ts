// Orders for staff: the parts that can still be shipped and refunded, and the status that staff set.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { shipment } from '../../model/entities/orders/shipment.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { computeRemainder, sumCreditedQuantities } from '../credit-note/compute-credit.js'
import { type CreditNoteRecord, findInvoiceId, listCreditNotes, readInvoicedOrder } from '../credit-note/write-credit-note.js'
import { isOpenOrder, sumShippedQuantities, changeState, lockOrder } from '../state/change-state.js'
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import type { States } from '../../model/state/statuses.js'

export type ShipmentRecord = RecordOf<typeof shipment>

/** Amounts are in the order's currency. */
export interface OpenParts {
  readonly shipments: readonly ShipmentRecord[]
  readonly creditNotes: readonly CreditNoteRecord[]
  readonly lines: readonly {
    readonly id: number
    /** Pieces that are in no shipment. */
    readonly unshipped: number
    /** Pieces that are in no credit note. */
    readonly uncredited: number
  }[]
  /** The gross amount of the delivery. null if there is none, or it was credited. */
  readonly delivery: number | null
  /** The gross amount that can still be credited, per tax rate in percent. */
  readonly rates: readonly { readonly rate: number; readonly gross: number }[]
  readonly mayShip: boolean
  readonly mayRefund: boolean
}

/** null for an unknown order. */
export async function readOpenParts(work: ServiceContext, orderId: number): Promise<OpenParts | null> {
  const order = (await work.read(salesOrder, orderId))?.values
  if (!order) return null
  const shipments = (await work.list(shipment, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
  const creditNotes = await listCreditNotes(work, orderId)
  const invoiced = await readInvoicedOrder(work, order)
  const credited = creditNotes.flatMap(({ lines }) => lines)
  const shippedQuantities = sumShippedQuantities(shipments)
  const creditedQuantities = sumCreditedQuantities(credited)
  const lines = invoiced.lines.map(({ id, quantity }) => ({
    id,
    unshipped: quantity - (shippedQuantities.get(id) ?? 0),
    uncredited: quantity - (creditedQuantities.get(id) ?? 0),
  }))
  const isDeliveryCredited = credited.some(({ kind }) => kind === 'delivery')
  const { delivery } = invoiced
  const rates = computeRemainder(invoiced, credited).map(({ rate, net, tax }) => {
    return { rate, gross: fromAmount(toAmount(net) + toAmount(tax)) }
  })
  const isPlaced = order.number !== null
  const isClaimed = (order.paid_amount ?? 0) > (order.refunded_amount ?? 0) || (await findInvoiceId(work, orderId)) !== null
  const isShippable = order.fulfilment_state === 'unfulfilled' || order.fulfilment_state === 'partly_shipped'
  return {
    shipments,
    creditNotes,
    lines,
    delivery: delivery === null || isDeliveryCredited ? null : fromAmount(toAmount(delivery.net) + toAmount(delivery.tax)),
    rates,
    mayShip: isPlaced && isShippable && isOpenOrder(order) && lines.some(({ unshipped }) => unshipped > 0),
    mayRefund: isPlaced && order.status !== 'cancelled' && isClaimed && rates.some(({ gross }) => gross > 0),
  }
}

type OrderStatus = States['sales-order']

export interface OrderStatusChange {
  readonly order_id: number
  readonly number: number | null
  readonly from: OrderStatus
  readonly status: OrderStatus
}

/** Only the customer can place an order, so a draft never becomes `ordered` here. NOT_FOUND, naming the id. VALIDATION_FAILED on `status` if the transition is not allowed. */
export function setOrderStatus(work: ServiceContext, orderId: number, status: OrderStatus): Promise<OrderStatusChange> {
  return work.transact(async (inside) => {
    const { number, status: from } = await lockOrder(inside, orderId)
    if (number === null && status === 'ordered') throw createPlaceRefusal(orderId, from)
    const change = await changeState(inside, 'sales-order', orderId, status)
    // A cancelled draft releases its cart for another checkout.
    if (number === null && status === 'cancelled') await inside.write(salesOrder, { cart_id: null }, { id: orderId })
    return { order_id: orderId, number, from: change.from, status: change.to }
  })
}

/** A draft has no lines, no total and no agreement to pay, so staff cannot place it. */
function createPlaceRefusal(orderId: number, from: string): ValidationError {
  const message = createMessage('errors.draftNotOrdered', { id: orderId, status: from })
  return ValidationError.of('status', message, 'NOT_ALLOWED')
}
