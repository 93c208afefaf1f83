// What a checkout is to its callers: what they send step by step, and the reply, which always holds the whole.
import type { AmountReply } from '../../shop/price.js'
import type { CurrencyView } from '../../shop/currency.js'
import type { Blocked, CartTotalReply, PositionReply } from '../cart/define.js'
import type { AddressTexts, ChargeReply } from '../document/define.js'

/** In the order in which a page walks; any other order will do. */
export const steps = ['cart', 'address', 'delivery', 'payment', 'review'] as const
export type Step = (typeof steps)[number]

/** An address as it is sent: fields of the entity `address`, without those that say whose it is and what it is for. */
export type AddressInput = Readonly<Record<string, unknown>>

/** What is left out stays as it is; null and '' empty what may be empty. */
export interface CheckoutChange {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly vat_id?: string | undefined
  readonly note?: string | undefined
  readonly billing?: AddressInput | undefined
  /** One of the account's own addresses. */
  readonly billing_address_id?: number | undefined
  readonly delivery?: AddressInput | undefined
  readonly delivery_address_id?: number | undefined
  /** True: the goods go to the billing address. */
  readonly same_address?: boolean | undefined
  readonly shipping_method_id?: number | undefined
  readonly payment_method_id?: number | undefined
  readonly terms_agreed?: boolean | undefined
}

/** What the shopper saw when he agreed to pay. */
export interface PlaceInput {
  /** `totals.gross`. */
  readonly total: number
  /** `totals.recurring.gross`; 0 if left out. */
  readonly recurring_total?: number | undefined
}

/** What a choice costs; null where prices are not to be seen. */
export interface Costs {
  readonly net: number | null
  readonly tax: number | null
  readonly gross: number | null
}

export interface DeliveryChoice extends Costs {
  readonly id: number
  readonly title: string
  readonly shipper: string
  readonly days: number | null
}

export interface PaymentChoice extends Costs {
  readonly id: number
  readonly title: string
  /** Rich text. */
  readonly description: string
  /** The payment provider. */
  readonly connector: string
}

/** What still stands between the checkout and the order. */
export interface MissingAnswer {
  /** The field that it is answered by; `cart` where the cart itself has to be mended. */
  readonly field: string
  readonly step: Step
  /** Of what no answer mends: see `blocked` of a cart. */
  readonly code?: Blocked['code']
  readonly message: string
}

/** Of everything that is bought once; `goods` are the positions after their discount. */
export interface CheckoutTotals extends CartTotalReply {
  readonly goods: AmountReply
  readonly delivery: ChargeReply | null
  readonly payment: ChargeReply | null
  readonly recurring: CartTotalReply
}

export interface CheckoutReply {
  /** The token: of the order, once it is placed. */
  readonly checkout: string
  readonly cart: string
  /** True where an account orders; false for a guest. */
  readonly account: boolean
  readonly language: string
  readonly currency: CurrencyView
  readonly currencies: readonly CurrencyView[]
  /** True: net prices are shown first. */
  readonly b2b: boolean
  readonly email: string
  readonly phone: string
  readonly vat_id: string
  readonly note: string
  readonly billing: AddressTexts | null
  /** Where the goods go; null while that is not known, and where the shop delivers nothing. */
  readonly delivery: AddressTexts | null
  readonly same_address: boolean
  readonly positions: readonly PositionReply[]
  /** False: neither a delivery address nor a shipping method is asked for. */
  readonly asks_for_delivery: boolean
  /** What is offered, the default first. */
  readonly shipping_methods: readonly DeliveryChoice[]
  /** What was chosen, offered or not any more. */
  readonly shipping_method_id: number | null
  /** False where there is nothing to pay. */
  readonly asks_for_payment: boolean
  readonly payment_methods: readonly PaymentChoice[]
  readonly payment_method_id: number | null
  readonly asks_for_terms: boolean
  readonly terms_agreed: boolean
  /** null where the amounts are too large to be counted, or not to be seen. */
  readonly totals: CheckoutTotals | null
  readonly weight: number
  readonly weight_unit: string
  readonly missing: readonly MissingAnswer[]
}
