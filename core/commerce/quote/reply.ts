// Builds the reply about a quote: the frozen document, and the input that accepting it requires.
import { quote } from '../../model/entities/orders/quote.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { isPaymentDue } from '../state/change-state.js'
import type { AddressTexts, DocumentReply, FrozenDocument } from '../document/define.js'
import { toDocumentReply, readQuote } from '../document/rows.js'
import type { ShopperContext } from '../shopper-context.js'
import type { AcceptanceRequirements, QuoteRecord, QuoteReply, QuoteSummary } from './define.js'
import { isOverdueQuote, createUnknownQuoteError, hasVisiblePrices } from './find.js'
import { findQuotePaymentOffers } from './pricing.js'
import { toDocumentCurrency } from '../document/kinds.js'

type FrozenQuote = FrozenDocument<'quote'>

const zeroAmounts = { net: 0, tax: 0, gross: 0 }

/** The same document without amounts. */
function hidePrices(reply: DocumentReply): DocumentReply {
  const { delivery } = reply
  return {
    ...reply,
    ...zeroAmounts,
    lines: reply.lines.map((line) => ({
      ...line,
      ...zeroAmounts,
      unit_net: 0,
      net_before_discount: 0,
      recurring: { ...line.recurring, ...zeroAmounts, net_before_discount: 0 },
      options: line.options.map((option) => ({ ...option, net: 0, recurring_net: 0 })),
    })),
    discount: null,
    recurring_discount: null,
    delivery: delivery && { ...delivery, ...zeroAmounts },
    recurring: zeroAmounts,
    rates: [],
  }
}

/** True if the quote includes delivery or the shop has delivery enabled. The order then has a shipping address. */
export function hasDelivery(work: ServiceContext, { delivery_title: title, delivery_net: net }: QuoteRecord): boolean {
  return title !== '' || net !== null || work.versionedSnapshot.snapshot.settings.disable_delivery !== true
}

async function buildAcceptanceRequirements(
  work: ShopperContext,
  { values, billing, delivery }: FrozenQuote,
): Promise<AcceptanceRequirements> {
  const needsPayment = isPaymentDue(values.gross, values.recurring_gross)
  const target: AddressTexts | null = billing ?? delivery
  const offers = needsPayment ? await findQuotePaymentOffers(work, values, target?.country_id ?? null) : []
  return {
    asks_for_billing: billing === null,
    asks_for_delivery: billing === null && delivery === null && hasDelivery(work, values),
    asks_for_payment: needsPayment,
    payment_methods: offers.map(({ id, title, description, connector }) => ({ id, title, description, connector })),
    asks_for_terms: work.versionedSnapshot.snapshot.settings.explicit_agreement_terms === true,
  }
}

export async function buildQuoteReply(shopperContext: ShopperContext, document: FrozenQuote): Promise<QuoteReply> {
  const work = await shopperContext.at()
  const { values } = document
  const isOver = isOverdueQuote(values, work.now)
  const shows_prices = await hasVisiblePrices(work, values)
  const reply = toDocumentReply(document)
  const revised = values.revises_id === null ? null : await work.read(quote, values.revises_id)
  return {
    ...(shows_prices ? reply : hidePrices(reply)),
    status: isOver ? 'expired' : values.status,
    answer: values.answer,
    revises: revised?.values.number ?? null,
    shows_prices,
    order: values.status === 'accepted' ? values.token : null,
    acceptance: values.status === 'sent' && !isOver ? await buildAcceptanceRequirements(work, document) : null,
  }
}

/** The caller has checked that the quote exists and belongs to the visitor. */
export async function readQuoteReply(shopperContext: ShopperContext, id: number): Promise<QuoteReply> {
  const document = await readQuote(shopperContext, id)
  if (!document) throw createUnknownQuoteError()
  return buildQuoteReply(shopperContext, document)
}

export async function toQuoteSummary(work: ServiceContext, values: QuoteRecord): Promise<QuoteSummary> {
  const { token, number, status } = values
  const shows_prices = await hasVisiblePrices(work, values)
  return {
    quote: token,
    number,
    status: isOverdueQuote(values, work.now) ? 'expired' : status,
    created: values.created ?? '',
    valid_until: values.valid_until,
    currency: toDocumentCurrency(values),
    shows_prices,
    gross: shows_prices ? (values.gross ?? 0) : 0,
    recurring_gross: shows_prices ? (values.recurring_gross ?? 0) : 0,
  }
}
