// Reply schemas of carts.
import {
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  withName,
  nullable,
  object,
  type Shape,
  text,
  whole,
} from '../../model/verb/shape.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { automaticShape, missingShape, optionShape } from '../configuration/shape.js'
import {
  type OrderBlocker,
  orderBlockerCodes,
  type CartReply,
  type CartSummary,
  type CartTotalReply,
  type DeliveryOfferReply,
  type DeliveryPreview,
  type EstimateReply,
  type LineReply,
  type PositionMoveReply,
  type PositionNotice,
  type PaymentOfferReply,
  type PaymentPreview,
  type PositionReply,
} from './define.js'

const lineShape: Shape<LineReply> = withName('Line', extendShape(amountShape, { discount: figure() }))

const ratesShape = listOf(object({ rate: figure('In per cent.'), code: nullable(text()), net: figure(), tax: figure() }))

export const totalShape: Shape<CartTotalReply> = withName(
  'CartTotal',
  extendShape(amountShape, {
    discount: nullable(object({ title: nullable(text()), net: figure() })),
    rates: ratesShape,
  }),
)

const estimateShape: Shape<EstimateReply> = withName('Estimate', extendShape(amountShape, { rates: ratesShape }))

const hiddenPriceHelp = 'null where prices are not to be seen.'

const deliveryOfferShape: Shape<DeliveryOfferReply> = withName(
  'DeliveryOffer',
  object({
    id: whole(),
    title: text(),
    shipper: text(),
    days: nullable(whole()),
    price: nullable(amountShape, hiddenPriceHelp),
  }),
)

const deliveryShape: Shape<DeliveryPreview> = withName(
  'DeliveryPreview',
  object({
    required: flag('False where the shop delivers nothing.'),
    country: nullable(text('ISO 3166-1 alpha-2.'), 'The destination. null if it is not known yet.'),
    methods: listOf(deliveryOfferShape, 'The cheapest, which is the default, first.'),
    message: nullable(text(), 'Why none is offered.'),
  }),
)

const paymentOfferShape: Shape<PaymentOfferReply> = withName(
  'PaymentOffer',
  object({
    id: whole(),
    title: text(),
    description: text('Rich text.'),
    connector: text('The payment provider.'),
    price: nullable(amountShape, `With the default delivery; negative ones are a rebate, ${hiddenPriceHelp}`),
  }),
)

const paymentShape: Shape<PaymentPreview> = withName('PaymentPreview', object({ methods: listOf(paymentOfferShape) }))

const orderBlockerShape: Shape<OrderBlocker> = withName(
  'Blocked',
  object({ code: choice(...orderBlockerCodes), message: text() }),
)

const noticeShape: Shape<PositionNotice> = withName(
  'Notice',
  object({ code: choice('UNAVAILABLE', 'QUANTITY_NOT_ALLOWED', 'SELECTION_CHANGED', 'PRICE_CHANGED'), message: text() }),
)

export const positionShape: Shape<PositionReply> = withName(
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
    missing: listOf(missingShape, 'The entries that are missing before it can be ordered.'),
    automatic: listOf(automaticShape, 'Selections changed by the service, because the catalogue changed after the last edit.'),
    notices: listOf(noticeShape, 'Changes since the shopper last read it.'),
    unavailable: nullable(text(), 'A sentence where the product is no longer sold; such a position counts for nothing.'),
    unit: nullable(amountShape, 'Of one piece, before discounts; null where prices are not to be seen.'),
    price: nullable(extendShape(lineShape, { recurring: lineShape }), 'Of all its pieces, after its share of the discount.'),
    weight: figure(),
  }),
)

export const cartShape: Shape<CartReply> = withName(
  'Cart',
  object({
    cart: text('The token.'),
    saved: flag("True where it is an account's: kept, and reached after login only."),
    currency: currencyShape,
    language: text(),
    country: nullable(text('ISO 3166-1 alpha-2.'), 'The country that the shopper chose. Used until there is an address.'),
    state: nullable(text(), 'The code of a state of the country, its name where it has none.'),
    note: text(),
    created: text('ISO 8601.'),
    changed: text('ISO 8601.'),
    expires: nullable(text(), "When it is forgotten unless it is changed before; null for an account's."),
    positions: listOf(positionShape),
    gone: listOf(
      object({ id: whole(), title: text(), message: text() }),
      'Positions whose product was deleted. Each stays until it is removed like any position.',
    ),
    totals: nullable(extendShape(totalShape, { recurring: totalShape, estimate: estimateShape }), 'Of the goods.'),
    delivery: deliveryShape,
    payment: paymentShape,
    weight: figure(),
    orderable: flag(
      'True if the cart has positions, each one is complete and available in its quantity, and `blocked` is empty.',
    ),
    blocked: listOf(orderBlockerShape, 'Why the cart as a whole cannot be ordered.'),
  }),
)

export const positionMoveShape: Shape<PositionMoveReply> = withName('MovedPosition', object({ from: cartShape, to: cartShape }))

export const cartSummaryShape: Shape<CartSummary> = withName(
  'CartSummary',
  object({ cart: text(), currency: text('ISO 4217.'), note: text(), positions: whole(), created: text(), changed: text() }),
)
