// Types and reply schemas of line items: signed configurations for a host that owns the cart and has them repriced before it charges.
import {
  type ShapeValue,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  type Shape,
  text,
  whole,
} from '../../model/verb/shape.js'
import { amountShape, taxContextShape } from '../../shop/shape.js'
import { automaticShape, missingShape, optionShape } from '../configuration/define.js'

export const lineItemShape = withName(
  'LineItem',
  object({
    configuration: text("The configuration's token."),
    product_id: whole(),
    title: text(),
    quantity: whole(),
    language: text(),
    selections: listOf(object({ question_id: whole(), value: text() })),
    options: listOf(optionShape),
    skus: listOf(text(), 'The SKU of the product, then the SKUs of the selected answers.'),
    currency: text('ISO 4217.'),
    country: nullable(text('ISO 3166-1 alpha-2.'), 'The country that the shopper chose.'),
    state: nullable(text(), 'The code of a state of the country, or its name if it has no code.'),
    net: figure('The total of all pieces, without discounts. Discounts are up to the host.'),
    tax: figure(),
    gross: figure(),
    recurring: amountShape,
    weight: figure(),
    catalog_version: whole(),
    sub: nullable(text(), 'The visitor for whom an assertion opened the configuration.'),
    tax_context: nullable(taxContextShape),
    customer_group_id: nullable(whole()),
  }),
)

export const signedLineItemShape = withName(
  'SignedLineItem',
  object({
    line_item: text('A compact JWS whose payload has the item under `item`.'),
    expires: text('ISO 8601.'),
    item: lineItemShape,
  }),
)

const textOrNumberShape: Shape<string | number> = { schema: { type: ['string', 'number'] }, parts: [] }

const changeShape = withName(
  'LineItemChange',
  object({
    field: text('`net`, `gross`, `recurring`, `title`, `weight`, `product`, `missing`, or `selection` with its question.'),
    question_id: maybe(whole()),
    from: nullable(textOrNumberShape),
    to: nullable(textOrNumberShape),
    message: text(),
  }),
)

export const repricedLineItemShape = withName(
  'RepricedLineItem',
  object({
    item: lineItemShape,
    now: nullable(lineItemShape, 'The line item at current prices. null if the product is no longer sold.'),
    same: flag(),
    changes: listOf(changeShape),
    automatic: listOf(automaticShape),
    missing: listOf(missingShape),
  }),
)

/** How line items are signed. The host verifies them with the same secret, or through the service. */
export interface LineItemTrust {
  /** The claim `iss`: the host's name for this service. */
  readonly issuer: string
  /** The claim `aud`: the host. */
  readonly audience: string
  /** HS256: at least 32 characters; null if only the service verifies, with its own secret. */
  readonly secret: string | null
  /** Seconds for which the price is valid. Default: two hours. */
  readonly lifetime?: number
  /** True: configurations opened without an assertion are signed too. */
  readonly guests?: boolean
}

export type LineItem = ShapeValue<typeof lineItemShape>

export type SignedLineItem = ShapeValue<typeof signedLineItemShape>

/** A difference from the signed item. */
export type LineItemChange = ShapeValue<typeof changeShape>

export type RepricedLineItem = ShapeValue<typeof repricedLineItemShape>
