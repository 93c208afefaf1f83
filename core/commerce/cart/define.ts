// Input and reply types of the cart.
import type {
  totalShape,
  lineShape,
  noticeShape,
  positionShape,
  cartShape,
  estimateShape,
  deliveryShape,
  paymentPreviewShape,
  orderBlockerShape,
  positionMoveShape,
  cartSummaryShape,
} from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import type { PlaceInput } from '../../shop/destination.js'

export interface NewCart extends PlaceInput {
  /** An ISO 4217 code. Default: the store's currency. */
  readonly currency?: string | undefined
  readonly note?: string | undefined
}

/** Omitted fields stay unchanged; '' clears a place or a note. */
export type CartChange = NewCart

export interface NewPosition {
  /** The token of a finished configuration that is in no cart. */
  readonly configuration: string
  /** Default: the product's smallest quantity. */
  readonly quantity?: number
  readonly note?: string
}

export interface PositionChange {
  /** The token of a finished configuration of the same product that is in no cart. It replaces the position's configuration. */
  readonly configuration?: string
  readonly quantity?: number
  /** '' removes it. */
  readonly note?: string
}

export type CartRateReply = CartTotalReply['rates'][number]

/** In the cart's currency. The positions add up to it exactly. */
export type CartTotalReply = ShapeValue<typeof totalShape>

/** For all pieces, after the position's share of the discount. */
export type LineReply = ShapeValue<typeof lineShape>

export type PositionNotice = ShapeValue<typeof noticeShape>

export type PositionReply = ShapeValue<typeof positionShape>

export type CartReply = ShapeValue<typeof cartShape>

/** Total with the default shipping and payment methods, if the shop offers any. */
export type EstimateReply = ShapeValue<typeof estimateShape>

export type DeliveryPreview = ShapeValue<typeof deliveryShape>

export type PaymentPreview = ShapeValue<typeof paymentPreviewShape>

export type OrderBlocker = ShapeValue<typeof orderBlockerShape>

/** Both carts after a position was moved. */
export type PositionMoveReply = ShapeValue<typeof positionMoveShape>

export type CartSummary = ShapeValue<typeof cartSummaryShape>
