// Input types, reply types and reply schemas of carts.
import {
  type ShapeValue,
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  withName,
  nullable,
  object,
  text,
  whole,
} from '../../model/verb/shape.js'
import type { PlaceInput } from '../../shop/destination.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { deliveryDatesShape } from '../checkout/offers.js'
import { automaticShape, missingShape, optionShape } from '../configuration/define.js'

const lineShape = withName('Line', extendShape(amountShape, { discount: figure() }))

const ratesShape = listOf(object({ rate: figure('In per cent.'), code: nullable(text()), net: figure(), tax: figure() }))

export const totalShape = withName(
  'CartTotal',
  extendShape(amountShape, {
    discount: nullable(object({ title: nullable(text()), net: figure() })),
    rates: ratesShape,
  }),
)

const estimateShape = withName('Estimate', extendShape(amountShape, { rates: ratesShape }))

const hiddenPriceHelp = 'null where prices are not to be seen.'

const deliveryOfferShape = withName(
  'DeliveryOffer',
  object({
    id: whole(),
    title: text(),
    shipper: text(),
    days: nullable(whole(), 'Days that the method takes at most.'),
    dates: nullable(deliveryDatesShape, 'The expected delivery if the cart is ordered today. null if it is unknown.'),
    price: nullable(amountShape, hiddenPriceHelp),
  }),
)

const deliveryShape = withName(
  'DeliveryPreview',
  object({
    required: flag('False if the shop does not deliver.'),
    country: nullable(text('ISO 3166-1 alpha-2.'), 'The destination. null if it is not known yet.'),
    methods: listOf(deliveryOfferShape, 'Sorted by price. The first one is the default.'),
    message: nullable(text(), 'The reason why no method is available.'),
  }),
)

const paymentOfferShape = withName(
  'PaymentOffer',
  object({
    id: whole(),
    title: text(),
    description: text('Rich text.'),
    connector: text('The payment provider.'),
    price: nullable(amountShape, `With the default delivery. Negative amounts are a discount, ${hiddenPriceHelp}`),
  }),
)

const paymentPreviewShape = withName('PaymentPreview', object({ methods: listOf(paymentOfferShape) }))

export const orderBlockerCodes = ['MAY_NOT_ORDER', 'PRICES_HIDDEN', 'CURRENCY_NOT_OFFERED', 'TOO_LARGE'] as const

const orderBlockerShape = withName('Blocked', object({ code: choice(...orderBlockerCodes), message: text() }))

const noticeShape = withName(
  'Notice',
  object({ code: choice('UNAVAILABLE', 'QUANTITY_NOT_ALLOWED', 'SELECTION_CHANGED', 'PRICE_CHANGED'), message: text() }),
)

export const positionShape = withName(
  'Position',
  object({
    id: whole(),
    configuration: text("The configuration's token."),
    product_id: whole(),
    title: text(),
    sku: nullable(text()),
    image: nullable(text(), "The name of the product's picture."),
    quantity: whole(),
    min_quantity: whole(),
    max_quantity: whole(),
    quantity_step: whole(),
    note: text(),
    options: listOf(optionShape),
    missing: listOf(missingShape, 'The questions to answer before it can be ordered.'),
    automatic: listOf(automaticShape, 'Selections that the service changed because the catalog changed after the last edit.'),
    notices: listOf(noticeShape, 'Changes since the shopper last read the cart.'),
    unavailable: nullable(text(), 'The reason why the product is no longer sold. Such a position has no price.'),
    unit: nullable(amountShape, 'Unit price before discounts. null if the shopper may not see prices.'),
    price: nullable(extendShape(lineShape, { recurring: lineShape }), 'Total of the position after its share of the discount.'),
    weight: figure(),
  }),
)

export const cartShape = withName(
  'Cart',
  object({
    cart: text('The token.'),
    saved: flag('True for the cart of an account, which is kept and available only after sign-in.'),
    currency: currencyShape,
    language: text(),
    country: nullable(
      text('ISO 3166-1 alpha-2.'),
      'The country that the shopper selected. It is used until an address is entered.',
    ),
    state: nullable(text(), 'The code of a state of the country, or its name if it has no code.'),
    note: text(),
    created: text('ISO 8601.'),
    changed: text('ISO 8601.'),
    expires: nullable(text(), 'When the cart is deleted if it is not changed before. null for the cart of an account.'),
    positions: listOf(positionShape),
    gone: listOf(
      object({ id: whole(), title: text(), message: text() }),
      'Positions whose product was deleted. They stay until they are removed.',
    ),
    totals: nullable(extendShape(totalShape, { recurring: totalShape, estimate: estimateShape }), 'Of the goods.'),
    delivery: deliveryShape,
    payment: paymentPreviewShape,
    weight: figure(),
    orderable: flag(
      'True if the cart has positions, each of them is complete and available in its quantity, and `blocked` is empty.',
    ),
    blocked: listOf(orderBlockerShape, 'The reasons why the cart as a whole cannot be ordered.'),
  }),
)

export const positionMoveShape = withName('MovedPosition', object({ from: cartShape, to: cartShape }))

export const cartSummaryShape = withName(
  'CartSummary',
  object({ cart: text(), currency: text('ISO 4217.'), note: text(), positions: whole(), created: text(), changed: text() }),
)

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
