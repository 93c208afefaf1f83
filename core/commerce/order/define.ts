// An entry in an account's list of orders.
import type { orderSummaryShape, orderProgressShape } from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'

export type OrderSummary = ShapeValue<typeof orderSummaryShape>

/** A shipment as its customer reads it. */
export type ShipmentReply = OrderProgress['shipments'][number]

export type OrderProgress = ShapeValue<typeof orderProgressShape>
