// Builds the reply about a quote: the frozen document, and the input that accepting it requires.
import { quote } from '../../model/entities/orders/quote.js'
import type { Work } from '../../storage/work.js'
import { costsMoney } from '../costs-money.js'
import type { AddressTexts, DocumentReply, FrozenDocument } from '../document/define.js'
import { documentReply } from '../document/reply.js'
import { readQuote } from '../document/rows.js'
import type { Visit } from '../visit.js'
import type { Acceptance, QuoteRecord, QuoteReply, QuoteSummary } from './define.js'
import { isPast, unknownQuote } from './find.js'
import { offeredPayments } from './payments.js'
import { showsPrices } from './prices.js'

type FrozenQuote = FrozenDocument<'quote'>

const nothing = { net: 0, tax: 0, gross: 0 }

/** The same document without amounts. */
function withoutPrices(reply: DocumentReply): DocumentReply {
  const { delivery } = reply
  return {
    ...reply,
    ...nothing,
    lines: reply.lines.map((line) => ({
      ...line,
      ...nothing,
      unit_net: 0,
      net_before_discount: 0,
      recurring: { ...line.recurring, ...nothing, net_before_discount: 0 },
      options: line.options.map((option) => ({ ...option, net: 0, recurring_net: 0 })),
    })),
    discount: null,
    recurring_discount: null,
    delivery: delivery && { ...delivery, ...nothing },
    recurring: nothing,
    rates: [],
  }
}

/** True if the quote includes delivery or the shop has delivery enabled. The order then has a shipping address. */
export function isDelivered(work: Work, { delivery_title: title, delivery_net: net }: QuoteRecord): boolean {
  return title !== '' || net !== null || work.moment.snapshot.settings.disable_delivery !== true
}

async function acceptanceOf(work: Visit, { values, billing, delivery }: FrozenQuote): Promise<Acceptance> {
  const isAsked = costsMoney(values.gross, values.recurring_gross)
  const target: AddressTexts | null = billing ?? delivery
  const offers = isAsked ? await offeredPayments(work, values, target?.country_id ?? null) : []
  return {
    asks_for_billing: billing === null,
    asks_for_delivery: billing === null && delivery === null && isDelivered(work, values),
    asks_for_payment: isAsked,
    payment_methods: offers.map(({ id, title, description, connector }) => ({ id, title, description, connector })),
    asks_for_terms: work.moment.snapshot.settings.explicit_agreement_terms === true,
  }
}

export async function quoteReply(visit: Visit, document: FrozenQuote): Promise<QuoteReply> {
  const work = await visit.at()
  const { values } = document
  const isOver = isPast(values, work.now)
  const shows_prices = await showsPrices(work, values)
  const reply = documentReply(document)
  const revised = values.revises_id === null ? null : await work.read(quote, values.revises_id)
  return {
    ...(shows_prices ? reply : withoutPrices(reply)),
    status: isOver ? 'expired' : values.status,
    answer: values.answer,
    revises: revised?.values.number ?? null,
    shows_prices,
    order: values.status === 'accepted' ? values.token : null,
    acceptance: values.status === 'sent' && !isOver ? await acceptanceOf(work, document) : null,
  }
}

/** The caller has checked that the quote exists and belongs to the visitor. */
export async function readQuoteReply(visit: Visit, id: number): Promise<QuoteReply> {
  const document = await readQuote(visit, id)
  if (!document) throw unknownQuote()
  return quoteReply(visit, document)
}

export async function quoteSummary(work: Work, values: QuoteRecord): Promise<QuoteSummary> {
  const { token, number, status, currency_code: code, currency_symbol: symbol, currency_decimals: decimals } = values
  const shows_prices = await showsPrices(work, values)
  return {
    quote: token,
    number,
    status: isPast(values, work.now) ? 'expired' : status,
    created: values.created ?? '',
    valid_until: values.valid_until,
    currency: { code, symbol: symbol || code, decimals: decimals ?? 2 },
    shows_prices,
    gross: shows_prices ? (values.gross ?? 0) : 0,
    recurring_gross: shows_prices ? (values.recurring_gross ?? 0) : 0,
  }
}
