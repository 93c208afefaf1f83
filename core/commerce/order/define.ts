// Types and reply schemas of orders in an account: the list, and the progress of an order.
import { type ShapeValue, figure, flag, listOf, withName, nullable, object, text, whole } from '../../model/verb/shape.js'
import { currencyShape } from '../../shop/shape.js'

/** An entry in an account's list of orders. */
const orderSummaryShape = withName(
  'OrderSummary',
  object({
    order: text('The token.'),
    number: nullable(whole()),
    number_text: text('The number with its prefix.'),
    status: text(),
    payment_state: text(),
    fulfilment_state: text(),
    placed: nullable(text('ISO 8601.')),
    currency: currencyShape,
    gross: figure(),
    recurring_gross: figure(),
  }),
)

export const ordersShape = object({ orders: listOf(orderSummaryShape, 'The latest one first.') })

const progressStepShape = object({
  step: text('ordered, paid, confirmed, shipped, delivered or cancelled.'),
  done: flag(),
  at: nullable(text(), 'ISO 8601. null until the step is done, and if the order skipped it.'),
})

const shipmentShape = withName(
  'Shipment',
  object({
    number: text(),
    carrier: text(),
    tracking_code: text(),
    tracking_url: text('The tracking page of the carrier.'),
    shipped: nullable(text('ISO 8601.')),
    delivered: nullable(text('ISO 8601.')),
    lines: listOf(object({ order_line_id: whole('The id of a line of the order.'), quantity: whole() })),
  }),
)

export const orderProgressShape = withName(
  'OrderProgress',
  object({
    payment_state: text(),
    fulfilment_state: text(),
    steps: listOf(progressStepShape, 'Without the steps that the order skips.'),
    shipments: listOf(shipmentShape, 'Without cancelled ones.'),
    invoice: nullable(text('The number.')),
    credit_notes: listOf(object({ id: whole(), number: text(), created: text('ISO 8601.'), gross: figure() })),
    may_cancel: flag('True if the customer may cancel the order.'),
  }),
)

export type OrderSummary = ShapeValue<typeof orderSummaryShape>

/** A shipment as its customer reads it. */
export type ShipmentReply = OrderProgress['shipments'][number]

export type OrderProgress = ShapeValue<typeof orderProgressShape>
