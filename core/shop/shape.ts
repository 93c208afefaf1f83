// Reply schemas of prices, currencies and shop data. API documents and clients are generated from them.
import {
  anything,
  choice,
  figure,
  flag,
  listOf,
  withName,
  nullable,
  object,
  type Shape,
  text,
  whole,
} from '../model/verb/shape.js'
import type { CurrencyView } from './shop.js'
import type { ShopView } from './catalogue/define.js'
import type { ShopFrontReply } from './shop-front.js'
import type { AmountReply, PriceReply } from './price.js'
import type { TaxContext } from './shopper.js'

const amountFields = { net: figure(), tax: figure(), gross: figure() }

export const amountShape: Shape<AmountReply> = withName('Amount', object(amountFields))
export const priceShape: Shape<PriceReply> = withName('Price', object({ ...amountFields, recurring: amountShape }))

export const currencyShape: Shape<CurrencyView> = withName(
  'Currency',
  object({ code: text('ISO 4217.'), symbol: text(), decimals: whole() }),
)

export const shopShape: Shape<ShopView> = withName(
  'Shop',
  object({
    name: text(),
    language: text(),
    languages: listOf(text()),
    currency: currencyShape,
    currencies: listOf(currencyShape),
    b2b: flag('True if the customer group of the shopper sees net prices first.'),
    may_see_prices: flag(),
    time_zone: text("The IANA time zone of the shop's dates."),
  }),
)

export const taxContextShape: Shape<TaxContext> = withName(
  'TaxContext',
  object({
    prices: choice('net', 'gross'),
    rates: listOf(object({ rate: figure('In per cent.'), code: nullable(text()) })),
  }),
)

/** A record whose fields are declared by the installation. */
export const recordShape = (description: string): Shape<Readonly<Record<string, unknown>>> => ({
  schema: { type: 'object', additionalProperties: true, description },
  parts: [anything()],
})

export const shopFrontShape: Shape<ShopFrontReply> = withName(
  'ShopFront',
  object({
    shop: shopShape,
    countries: listOf(
      object({
        id: whole(),
        name: text(),
        code: text('ISO 3166-1 alpha-2.'),
        states: listOf(object({ id: whole(), name: text(), code: text() })),
        uses_postal_code: flag('True if an address needs a postal code.'),
        requires_state: flag('True if an address needs a state.'),
      }),
      'The countries that the shop sells to, by name.',
    ),
    country: nullable(text(), "The code of the shop's own country."),
    terms: text('Rich text.'),
    legal_pages: listOf(
      object({ kind: choice('terms', 'withdrawal', 'privacy'), title: text(), url: text() }),
      'Pages that a customer consents to with an order.',
    ),
  }),
)
