// JSON shapes of the replies about quotes.
import { extendShape, figure, flag, listOf, withName, nullable, object, type Shape, text, whole } from '../../model/verb/shape.js'
import { currencyShape } from '../../shop/shape.js'
import { documentShape } from '../document/shape.js'
import type { AcceptanceRequirements, QuoteReply, QuoteSummary } from './define.js'

const acceptanceShape: Shape<AcceptanceRequirements> = withName(
  'Acceptance',
  object({
    asks_for_billing: flag('True: the billing address was not told yet.'),
    asks_for_delivery: flag('True: neither was the delivery address; left out, the goods go to the billing address.'),
    asks_for_payment: flag('False where there is nothing to pay.'),
    payment_methods: listOf(
      object({ id: whole(), title: text(), description: text('Rich text.'), connector: text('The payment provider.') }),
      'The customer pays the total of the quote with either of them.',
    ),
    asks_for_terms: flag('True: the terms must be agreed to.'),
  }),
)

export const quoteShape: Shape<QuoteReply> = withName(
  'Quote',
  extendShape(documentShape, {
    answer: text("The shop's message to the customer."),
    revises: nullable(whole(), 'The number of the quote that this one replaces.'),
    shows_prices: flag('False while the shop has not told its prices yet: all amounts are 0.'),
    order: nullable(text(), 'The token of the order that it became.'),
    acceptance: nullable(acceptanceShape, 'The input required to accept it. null if it cannot be accepted now.'),
  }),
)

const quoteSummaryShape: Shape<QuoteSummary> = withName(
  'QuoteSummary',
  object({
    quote: text('The token.'),
    number: nullable(whole()),
    status: text(),
    created: text('ISO 8601.'),
    valid_until: nullable(text(), 'ISO 8601.'),
    currency: currencyShape,
    shows_prices: flag('False while the shop has not told its prices yet: all amounts are 0.'),
    gross: figure(),
    recurring_gross: figure(),
  }),
)

export const quotesShape = object({ quotes: listOf(quoteSummaryShape, 'The last one first.') })
