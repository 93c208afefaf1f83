// Input and reply types of the cart.
import type { MissingEntry } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { PlaceInput } from '../../shop/destination.js'
import type { AmountReply } from '../../shop/price.js'
import type { DeliveryDates } from '../delivery/offers.js'
import type { OptionReply } from '../configuration/summary.js'

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

export interface CartDiscountReply {
  readonly title: string | null
  readonly net: number
}

export interface CartRateReply {
  /** In per cent. */
  readonly rate: number
  readonly code: string | null
  readonly net: number
  readonly tax: number
}

/** In the cart's currency. The positions add up to it exactly. */
export interface CartTotalReply extends AmountReply {
  readonly discount: CartDiscountReply | null
  readonly rates: readonly CartRateReply[]
}

/** For all pieces, after the position's share of the discount. */
export interface LineReply extends AmountReply {
  readonly discount: number
}

export interface PositionNotice {
  readonly code: 'UNAVAILABLE' | 'QUANTITY_NOT_ALLOWED' | 'SELECTION_CHANGED' | 'PRICE_CHANGED'
  readonly message: string
}

export interface PositionReply {
  readonly id: number
  /** The configuration's token. Edit it with PATCH configurations/{token}. */
  readonly configuration: string
  readonly product_id: number
  readonly title: string
  readonly sku: string | null
  /** The name of the picture of the configured product. `products/{product}/pictures/{name}` returns it. */
  readonly image: string | null
  readonly quantity: number
  readonly min_quantity: number
  readonly max_quantity: number
  readonly quantity_step: number
  readonly note: string
  readonly options: readonly OptionReply[]
  /** Missing entries, which prevent an order. */
  readonly missing: readonly MissingEntry[]
  /** Changes caused by the catalogue since the last edit. */
  readonly automatic: readonly AutomaticChange[]
  /** Messages about changes since the shopper saw the position last. */
  readonly notices: readonly PositionNotice[]
  /** A message if the product is no longer sold. The position then has no price and does not count in totals. */
  readonly unavailable: string | null
  /** Price of one piece, before discounts; null if prices are hidden. */
  readonly unit: AmountReply | null
  readonly price: (LineReply & { readonly recurring: LineReply }) | null
  /** Weight of all pieces, in the settings' weight unit. */
  readonly weight: number
}

/** A position whose product was deleted. */
export interface DeletedPositionReply {
  readonly id: number
  readonly title: string
  readonly message: string
}

export interface CartReply {
  /** The token. */
  readonly cart: string
  /** True if it belongs to an account: stored until deleted, readable only after login. */
  readonly saved: boolean
  readonly currency: { readonly code: string; readonly symbol: string; readonly decimals: number }
  readonly language: string
  /** The country that the shopper named: ISO 3166-1 alpha-2. `state` is the code or name of a state. */
  readonly country: string | null
  readonly state: string | null
  readonly note: string
  readonly created: string
  readonly changed: string
  /** Expiry time if the cart is not changed before; null for an account's cart. */
  readonly expires: string | null
  readonly positions: readonly PositionReply[]
  /** Positions whose product was deleted. Each stays until it is removed like any other position. */
  readonly gone: readonly DeletedPositionReply[]
  /** Totals of the goods. */
  readonly totals: (CartTotalReply & { readonly recurring: CartTotalReply; readonly estimate: EstimateReply }) | null
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  readonly weight: number
  /** True if the cart is not empty, all positions are complete and available in their quantity, and `blocked` is empty. */
  readonly orderable: boolean
  /** The reasons why the cart as a whole cannot be ordered. Problems of a position are listed in the position. */
  readonly blocked: readonly OrderBlocker[]
}

/** Total with the default shipping and payment methods, if the shop offers any. */
export interface EstimateReply extends AmountReply {
  readonly rates: readonly CartRateReply[]
}

export interface DeliveryOfferReply {
  readonly id: number
  readonly title: string
  readonly shipper: string
  readonly days: number | null
  /** If the cart is ordered today. null if unknown. */
  readonly dates: DeliveryDates | null
  /** null if prices are hidden. */
  readonly price: AmountReply | null
}

export interface DeliveryPreview {
  /** False if delivery is switched off in the settings. */
  readonly required: boolean
  /** Destination country, ISO 3166-1 alpha-2; null if unknown. */
  readonly country: string | null
  /** Cheapest first. The first one is the default. */
  readonly methods: readonly DeliveryOfferReply[]
  /** Why no method is offered, or null. */
  readonly message: string | null
}

export interface PaymentOfferReply {
  readonly id: number
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
  /** With the default shipping method. A negative price is a rebate; null if prices are hidden. */
  readonly price: AmountReply | null
}

export interface PaymentPreview {
  readonly methods: readonly PaymentOfferReply[]
}

export const orderBlockerCodes = ['MAY_NOT_ORDER', 'PRICES_HIDDEN', 'CURRENCY_NOT_OFFERED', 'TOO_LARGE'] as const

export interface OrderBlocker {
  readonly code: (typeof orderBlockerCodes)[number]
  readonly message: string
}

/** Both carts after a position was moved. */
export interface PositionMoveReply {
  readonly from: CartReply
  readonly to: CartReply
}

export interface CartSummary {
  readonly cart: string
  readonly currency: string
  readonly note: string
  readonly positions: number
  readonly created: string
  readonly changed: string
}
