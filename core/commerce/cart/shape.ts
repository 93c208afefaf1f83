// The replies of a cart in shapes.
import { extended, figure, flag, listOf, named, nullable, object, type Shape, text, whole } from '../../model/verb/shape.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { automaticShape, missingShape, optionShape } from '../configuration/shape.js'
import type { CartReply, CartSummary, CartTotalReply, LineReply, PositionReply } from './define.js'

const lineShape: Shape<LineReply> = named('Line', extended(amountShape, { discount: figure() }))

const totalShape: Shape<CartTotalReply> = named(
  'CartTotal',
  extended(amountShape, {
    discount: nullable(object({ title: nullable(text()), net: figure() })),
    rates: listOf(object({ rate: figure('In per cent.'), code: nullable(text()), net: figure(), tax: figure() })),
  }),
)

const positionShape: Shape<PositionReply> = named(
  'Position',
  object({
    id: whole(),
    configuration: text("The configuration's token."),
    product_id: whole(),
    title: text(),
    sku: nullable(text()),
    quantity: whole(),
    min_quantity: whole(),
    max_quantity: nullable(whole()),
    quantity_step: whole(),
    note: text(),
    options: listOf(optionShape),
    missing: listOf(missingShape, 'What keeps it from being ordered.'),
    automatic: listOf(automaticShape, 'What the catalogue changed since it was last edited.'),
    unavailable: nullable(text(), 'A sentence where the product is no longer sold; such a position counts for nothing.'),
    unit: nullable(amountShape, 'Of one piece, before discounts; null where prices are not to be seen.'),
    price: nullable(extended(lineShape, { recurring: lineShape }), 'Of all its pieces, after its share of the discount.'),
    weight: figure(),
  }),
)

export const cartShape: Shape<CartReply> = named(
  'Cart',
  object({
    cart: text('The token.'),
    saved: flag("True where it is an account's: kept, and reached after login only."),
    currency: currencyShape,
    language: text(),
    created: text('ISO 8601.'),
    changed: text('ISO 8601.'),
    expires: nullable(text(), "When it is forgotten unless it is changed before; null for an account's."),
    positions: listOf(positionShape),
    totals: nullable(extended(totalShape, { recurring: totalShape })),
    weight: figure(),
    orderable: flag(
      'True where there is something in it, nothing is missing or unavailable, and its price is not too large to be counted.',
    ),
  }),
)

export const cartSummaryShape: Shape<CartSummary> = named(
  'CartSummary',
  object({ cart: text(), positions: whole(), created: text(), changed: text() }),
)
