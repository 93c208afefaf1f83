// Input, reply types and reply schemas of the checkout. Input can be sent step by step; every reply is complete.
import {
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  text,
  whole,
  type Shape,
  type ShapeValue,
} from '../../model/verb/shape.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { type OrderBlocker, orderBlockerCodes, positionShape, totalShape } from '../cart/define.js'
import { deliveryDatesShape } from './offers.js'
import { type AddressTexts, postalAddressShape } from '../document/define.js'

/** The order of a page's steps. The service accepts any order. */
const checkoutSteps = ['cart', 'address', 'delivery', 'payment', 'review'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

/** Input fields of the entity `address`, without its owner and kind. */
export type AddressInput = Readonly<Record<string, unknown>>

/** Submitted addresses: fields, or the id of an address of the account. */
export interface SubmittedAddresses {
  readonly billing?: AddressInput | undefined
  readonly billing_address_id?: number | undefined
  readonly delivery?: AddressInput | undefined
  readonly delivery_address_id?: number | undefined
}

/** Omitted fields stay unchanged; null and '' clear optional fields. */
export interface CheckoutChange extends SubmittedAddresses {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly vat_id?: string | undefined
  readonly note?: string | undefined
  /** If true, the goods are delivered to the billing address. */
  readonly same_address?: boolean | undefined
  readonly shipping_method_id?: number | undefined
  readonly payment_method_id?: number | undefined
  readonly terms_agreed?: boolean | undefined
}

/** The totals that the shopper saw when they agreed to pay. */
export interface PlaceOrderInput {
  /** `totals.gross`. */
  readonly total: number
  /** `totals.recurring.gross`. Default 0. */
  readonly recurring_total?: number | undefined
}

/** The price of a method; null if prices are hidden. */
export interface MethodPrice {
  readonly net: number | null
  readonly tax: number | null
  readonly gross: number | null
}

/** An input that is still missing for the order. */
export interface MissingInput {
  /** The field to fill in; `cart` if the cart itself must be corrected. */
  readonly field: string
  readonly step: CheckoutStep
  /** Set if no input solves the problem: see `blocked` of a cart. */
  readonly code?: OrderBlocker['code']
  readonly message: string
}

/** Totals of one-time amounts. `goods` are the positions after their discount. */
export type CheckoutTotals = ShapeValue<typeof totalsShape>

export type CheckoutReply = ShapeValue<typeof checkoutShape>

const nullableId = nullable(whole())

const placedAddressShape: Shape<AddressTexts> = withName(
  'PlacedAddress',
  extendShape(postalAddressShape, { country_id: nullableId, state_id: nullableId, county_id: nullableId, city_id: nullableId }),
)

const nullablePrice = nullable(figure(), 'null where prices are not to be seen.')
const priceFields = { net: nullablePrice, tax: nullablePrice, gross: nullablePrice }

const deliveryChoiceShape = withName(
  'DeliveryChoice',
  object({
    ...priceFields,
    id: whole(),
    title: text(),
    shipper: text(),
    days: nullable(whole(), 'Days that the method takes at most.'),
    dates: nullable(deliveryDatesShape, 'The expected delivery if the order is placed today. null if it is unknown.'),
  }),
)

const paymentChoiceShape = withName(
  'PaymentChoice',
  object({
    ...priceFields,
    id: whole(),
    title: text(),
    description: text('Rich text.'),
    connector: text('The payment provider.'),
  }),
)

const chargeShape = nullable(extendShape(amountShape, { title: text() }))

const totalsShape = withName(
  'CheckoutTotals',
  extendShape(totalShape, { goods: amountShape, delivery: chargeShape, payment: chargeShape, recurring: totalShape }),
)

/** Reply schema of the checkout. */
export const checkoutShape = withName(
  'Checkout',
  object({
    checkout: text('The token of the checkout. After the order is placed, it is the token of the order.'),
    cart: text("The cart's token."),
    account: flag('True for an account, false for a guest.'),
    language: text(),
    currency: currencyShape,
    currencies: listOf(currencyShape),
    b2b: flag('If true, show net prices first.'),
    email: text(),
    phone: text(),
    vat_id: text(),
    note: text(),
    billing: nullable(placedAddressShape),
    delivery: nullable(placedAddressShape, 'The delivery address. null if it is not known yet, or if nothing is delivered.'),
    same_address: flag('If true, the goods are delivered to the billing address.'),
    positions: listOf(positionShape),
    asks_for_delivery: flag('If false, the checkout requires neither a delivery address nor a shipping method.'),
    shipping_methods: listOf(deliveryChoiceShape, 'The available methods, the default first.'),
    shipping_method_id: nullable(whole(), 'The selected method. It may no longer be available.'),
    asks_for_payment: flag('False if there is nothing to pay.'),
    payment_methods: listOf(paymentChoiceShape, 'The available methods, the default first.'),
    payment_method_id: nullable(whole(), 'The selected method. It may no longer be available.'),
    asks_for_terms: flag('If true, the customer must agree to the terms.'),
    terms_agreed: flag(),
    totals: nullable(totalsShape, 'With the selected shipping and payment methods.'),
    weight: figure(),
    weight_unit: text(),
    missing: listOf(
      withName(
        'MissingAnswer',
        object({ field: text(), step: choice(...checkoutSteps), code: maybe(choice(...orderBlockerCodes)), message: text() }),
      ),
      'Entries that are required before the order can be placed. Empty if it can be placed.',
    ),
  }),
)
