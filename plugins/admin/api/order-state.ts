// The state of an order after it was placed: payment, fulfilment, shipments, credit notes, tags and notes of the staff.
import type { FrozenDocument, ShopperContext } from '#core/contract.js'
import { type Registry, entities, salesDocuments } from '#core/surface.js'
import { type LabelTranslator, translateChoice } from '../wording/label-translator.js'
import type { LabelledState, OrderState } from './screen-shape.js'

/** Drafts have no state yet. */
export function labelOrderState(
  registry: Registry,
  translate: LabelTranslator,
  field: 'payment_state' | 'fulfilment_state',
  state: string,
): LabelledState {
  const value = state === '' ? 'none' : state
  return { value, label: translateChoice(registry, translate, ['sales-order', field], value) }
}

async function mailsShipments(shopperContext: ShopperContext): Promise<boolean> {
  const notifications = await shopperContext.list(entities.notification, { column: 'status', values: ['shipment'] })
  return notifications.some(({ values }) => values.send_customer === true)
}

export async function loadOrderState(
  shopperContext: ShopperContext,
  { id, values }: FrozenDocument<'sales-order'>,
  translate: LabelTranslator,
): Promise<OrderState | null> {
  const parts = await salesDocuments.readOpenParts(shopperContext, id)
  if (!parts) return null
  const { lines, delivery, rates, mayShip, mayRefund } = parts
  const { registry } = shopperContext.context
  return {
    payment: labelOrderState(registry, translate, 'payment_state', values.payment_state),
    fulfilment: labelOrderState(registry, translate, 'fulfilment_state', values.fulfilment_state),
    paid: values.paid_amount ?? 0,
    refunded: values.refunded_amount ?? 0,
    tags: values.tags,
    staffNote: values.staff_note,
    shipments: parts.shipments.map((shipment) => ({
      id: shipment.id,
      number: shipment.number,
      carrier: shipment.carrier,
      trackingCode: shipment.tracking_code,
      trackingUrl: shipment.tracking_url,
      shipped: shipment.shipped,
      delivered: shipment.delivered,
      cancelled: shipment.cancelled,
      lines: shipment.lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity })),
    })),
    creditNotes: parts.creditNotes.map((note) => {
      return { id: note.id, number: note.number, created: note.created, gross: note.gross ?? 0, reason: note.reason }
    }),
    lines,
    delivery,
    rates,
    mailsShipments: await mailsShipments(shopperContext),
    may: { ship: mayShip, refund: mayRefund },
  }
}
