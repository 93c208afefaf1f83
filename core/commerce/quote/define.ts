// Types and reply schemas of the quote API: the request, the acceptance, and the replies that the shopper reads.
import {
  type ShapeValue,
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
import type { RecordOf } from '../../foundation/property/typing.js'
import type { quote } from '../../model/entities/orders/quote.js'
import { currencyShape } from '../../shop/shape.js'
import { documentShape } from '../document/define.js'
import type { SubmittedAddresses, PlaceOrderInput } from '../checkout/define.js'

const acceptanceShape = withName(
  'Acceptance',
  object({
    asks_for_billing: flag('True if the billing address is still missing.'),
    asks_for_delivery: flag(
      'True if the delivery address is still missing. Without one, the goods are delivered to the billing address.',
    ),
    asks_for_payment: flag('False if there is nothing to pay.'),
    payment_methods: listOf(
      object({ id: whole(), title: text(), description: text('Rich text.'), connector: text('The payment provider.') }),
      'The available payment methods. All of them cost the same total.',
    ),
    asks_for_terms: flag('If true, the customer must agree to the terms.'),
  }),
)

export const quoteShape = withName(
  'Quote',
  extendShape(documentShape, {
    answer: text('The message of the shop to the customer.'),
    revises: nullable(whole(), 'The number of the quote that this one replaces.'),
    shows_prices: flag('False if the shop has not set its prices yet. All amounts are then 0.'),
    order: nullable(text(), 'The token of the order that was created from it.'),
    acceptance: nullable(acceptanceShape, 'The input required to accept it. null if it cannot be accepted now.'),
  }),
)

const quoteSummaryShape = withName(
  'QuoteSummary',
  object({
    quote: text('The token.'),
    number: nullable(whole()),
    status: text(),
    created: text('ISO 8601.'),
    valid_until: nullable(text(), 'ISO 8601.'),
    currency: currencyShape,
    shows_prices: flag('False if the shop has not set its prices yet. All amounts are then 0.'),
    gross: figure(),
    recurring_gross: figure(),
  }),
)

export const quotesShape = object({ quotes: listOf(quoteSummaryShape, 'The latest one first.') })

export type QuoteRecord = RecordOf<typeof quote>

/** All fields are optional if the shopper's account provides them. */
export interface QuoteRequestInput extends SubmittedAddresses {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly vat_id?: string | undefined
  readonly note?: string | undefined
}

export interface AcceptQuoteInput extends SubmittedAddresses, PlaceOrderInput {
  readonly payment_method_id?: number | undefined
  readonly terms_agreed?: boolean | undefined
}

/** The input that accepting the quote requires. */
export type AcceptanceRequirements = ShapeValue<typeof acceptanceShape>

export type QuoteReply = ShapeValue<typeof quoteShape>

export type QuoteSummary = ShapeValue<typeof quoteSummaryShape>
