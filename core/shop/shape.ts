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

const amountFields = { net: figure(), tax: figure(), gross: figure() }

export const amountShape = withName('Amount', object(amountFields))
export const priceShape = withName('Price', object({ ...amountFields, recurring: amountShape }))

export const currencyShape = withName('Currency', object({ code: text('ISO 4217.'), symbol: text(), decimals: whole() }))

export const shopShape = withName(
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

export const taxContextShape = withName(
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

export const shopFrontShape = withName(
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
