// What a cart is to its callers: what they send, and the reply (domain §5).
import type { MissingEntry } from '../../engine/program/configuration-view.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { PlaceInput } from '../../shop/place.js'
import type { AmountReply } from '../../shop/price.js'
import type { OptionReply } from '../configuration/summary.js'

export interface NewCart extends PlaceInput {
  /** An ISO 4217 code; the store's default currency if left out. */
  readonly currency?: string | undefined
  readonly note?: string | undefined
}

/** What is left out stays; '' takes back a place and a note. */
export type CartChange = NewCart

export interface NewPosition {
  /** The token of a configuration that is finished and in no cart. */
  readonly configuration: string
  /** The product's smallest quantity if left out. */
  readonly quantity?: number
  readonly note?: string
}

export interface PositionChange {
  /** The token of a finished configuration of the same product that is in no cart: it takes the place of the position's own. */
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

/** In the cart's currency; positions add up to it exactly. */
export interface CartTotalReply extends AmountReply {
  readonly discount: CartDiscountReply | null
  readonly rates: readonly CartRateReply[]
}

/** Of all its pieces, after its share of the discount. */
export interface LineReply extends AmountReply {
  readonly discount: number
}

export interface Notice {
  readonly code: 'UNAVAILABLE' | 'QUANTITY_NOT_ALLOWED' | 'SELECTION_CHANGED' | 'PRICE_CHANGED'
  readonly message: string
}

export interface PositionReply {
  readonly id: number
  /** The configuration's token: it is edited by PATCH configurations/{token}. */
  readonly configuration: string
  readonly product_id: number
  readonly title: string
  readonly sku: string | null
  /** The name of the product's picture. */
  readonly image: string | null
  readonly quantity: number
  readonly min_quantity: number
  readonly max_quantity: number
  readonly quantity_step: number
  readonly note: string
  readonly options: readonly OptionReply[]
  /** What keeps it from being ordered: entries that are missing now. */
  readonly missing: readonly MissingEntry[]
  /** What the catalogue changed since it was last edited. */
  readonly automatic: readonly AutomaticChange[]
  /** What became of it since its shopper saw it last, each in a sentence. */
  readonly notices: readonly Notice[]
  /** A sentence where the product is no longer sold; such a position has no price and counts for nothing. */
  readonly unavailable: string | null
  /** Of one piece, before discounts; null where prices are not to be seen. */
  readonly unit: AmountReply | null
  readonly price: (LineReply & { readonly recurring: LineReply }) | null
  /** Of all its pieces, in the settings' weight unit. */
  readonly weight: number
}

/** A position whose product was deleted. */
export interface GoneReply {
  readonly id: number
  readonly title: string
  readonly message: string
}

export interface CartReply {
  /** The token. */
  readonly cart: string
  /** True where it is an account's: kept, and reached after login only. */
  readonly saved: boolean
  readonly currency: { readonly code: string; readonly symbol: string; readonly decimals: number }
  readonly language: string
  /** Where the shopper says that he is: ISO 3166-1 alpha-2, and the state's code or name. */
  readonly country: string | null
  readonly state: string | null
  readonly note: string
  readonly created: string
  readonly changed: string
  /** When it is forgotten unless it is changed before; null for an account's. */
  readonly expires: string | null
  readonly positions: readonly PositionReply[]
  /** What lay in it and went with its product; each stays until it is removed as a position is. */
  readonly gone: readonly GoneReply[]
  /** Of the goods. */
  readonly totals: (CartTotalReply & { readonly recurring: CartTotalReply; readonly estimate: EstimateReply }) | null
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  readonly weight: number
  /** True where there is something in it, nothing is missing or unavailable, every quantity can be had, and nothing stands under `blocked`. */
  readonly orderable: boolean
  /** Why the cart as a whole cannot be ordered; positions say for themselves what they lack. */
  readonly blocked: readonly Blocked[]
}

/** With the first of the ways of delivery and of paying that are offered, as far as one is. */
export interface EstimateReply extends AmountReply {
  readonly rates: readonly CartRateReply[]
}

export interface DeliveryOfferReply {
  readonly id: number
  readonly title: string
  readonly shipper: string
  readonly days: number | null
  /** null where prices are not to be seen. */
  readonly price: AmountReply | null
}

export interface DeliveryPreview {
  /** False where the shop delivers nothing. */
  readonly required: boolean
  /** Where it would go, ISO 3166-1 alpha-2; null where nobody has said so yet. */
  readonly country: string | null
  /** The cheapest, which is the default, first. */
  readonly methods: readonly DeliveryOfferReply[]
  /** Why none is offered, or null. */
  readonly message: string | null
}

export interface PaymentOfferReply {
  readonly id: number
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
  /** With the default delivery; negative ones are a rebate, null where prices are not to be seen. */
  readonly price: AmountReply | null
}

export interface PaymentPreview {
  readonly methods: readonly PaymentOfferReply[]
}

export const blockedCodes = ['MAY_NOT_ORDER', 'PRICES_HIDDEN', 'CURRENCY_NOT_OFFERED', 'TOO_LARGE'] as const

export interface Blocked {
  readonly code: (typeof blockedCodes)[number]
  readonly message: string
}

/** Both carts after a position went from one to the other. */
export interface MovedReply {
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
