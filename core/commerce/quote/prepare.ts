// Prepares a requested quote: its validity, the shop's message, discounts and the price of delivery.
import { createMessage, type Message } from '../../foundation/message.js'
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import type { DiscountLevel } from '../../engine/money/goods.js'
import { type PricedDocument, requireBalance } from '../../engine/money/document.js'
import { day, formatIsoTime, endOfDay, isDay } from '../../foundation/clock.js'
import { createIssue, type Issue, SystemError, ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import { readShopTimeZone } from '../../shop/shop.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { toAmountFields, toRateFields, type LineTrace, updateLineTrace } from '../document/freeze.js'
import { documentKinds } from '../document/kinds.js'
import type { QuoteRecord } from './define.js'
import { computeGoodsNet, hasPayableDecimals, type QuotePricing, repriceQuote, parseQuotePricing } from './pricing.js'
import { lockQuoteById, readQuoteOutcome, type QuoteOutcome, requireRequestedQuote } from './find.js'
import { toAmountReply } from '../cart/settle.js'

/** Omitted fields stay unchanged. Amounts are net, in the quote's currency. */
interface PrepareQuoteInput {
  /** Counted from the day on which the quote is sent. */
  readonly validity_days?: number | undefined
  /** ISO 8601. Replaces `validity_days`. A date includes that day in the time zone of the shop. */
  readonly valid_until?: string | undefined
  readonly answer?: string | undefined
  /** Replaces the customer group's discount. 0 restores it. */
  readonly discount_net?: number | undefined
  readonly discount_percent?: number | undefined
  readonly discount_title?: string | undefined
  readonly delivery_net?: number | undefined
  readonly delivery_title?: string | undefined
}

/** NOT_FOUND, naming the id. VALIDATION_FAILED on `quote_id` unless it is `requested`, and on grants that are not allowed. */
export async function prepareQuote(work: ServiceContext, id: number, preparation: PrepareQuoteInput): Promise<QuoteOutcome> {
  const input = { ...preparation, valid_until: await endOfValidity(work, preparation) }
  return work.transact(async (inside) => {
    const lockedQuote = await lockQuoteById(inside, id)
    requireRequestedQuote(lockedQuote)
    const pricing = applyGrants(lockedQuote, input)
    const priced = repriceQuote(pricing)
    const issues = [...checkValidity(inside, input), ...checkGrants(lockedQuote, pricing, priced, input)]
    if (issues.length > 0 || priced === null) throw new ValidationError(issues)
    if (hasGrants(input)) await storeNewPrices(inside, lockedQuote, pricing, priced)
    const { answer, delivery_title } = input
    await inside.write(quote, { ...toValidityFields(input), answer, delivery_title }, { id })
    return readQuoteOutcome(inside, id)
  })
}

/** True if amounts or their titles change. */
const hasGrants = ({ discount_net, discount_percent, discount_title, delivery_net }: PrepareQuoteInput): boolean =>
  [discount_net, discount_percent, discount_title, delivery_net].some((field) => field !== undefined)

function checkValidity(
  { now }: ServiceContext,
  { validity_days: days, valid_until: until }: PrepareQuoteInput,
): readonly Issue[] {
  if (days !== undefined && until !== undefined) {
    return [createIssue('valid_until', createMessage('errors.quoteValidityTwice'), 'INVALID')]
  }
  if (until === undefined || Date.parse(until) > now) return []
  return [createIssue('valid_until', createMessage('errors.quoteValidInPast'), 'INVALID')]
}

/** The prepared end of validity as a time. */
async function endOfValidity(work: ServiceContext, { valid_until: until }: PrepareQuoteInput): Promise<string | undefined> {
  return until !== undefined && isDay(until) ? formatIsoTime(endOfDay(until, await readShopTimeZone(await work.at()))) : until
}

function toValidityFields({ validity_days: days, valid_until: until }: PrepareQuoteInput) {
  if (days !== undefined) return { validity_days: days, valid_until: null }
  return until === undefined ? {} : { validity_days: null, valid_until: until }
}

/** The special discount as a level that always applies. null: none. */
function toSpecialDiscount(level: DiscountLevel | null, input: PrepareQuoteInput): DiscountLevel | null {
  const { discount_net: net, discount_percent: percent, discount_title: title } = input
  if (net === undefined && percent === undefined) return level && title !== undefined ? { ...level, title } : level
  const value = net ?? percent ?? 0
  if (value === 0) return null
  return { start: 0, type: net === undefined ? 'percentage' : 'exact', value, title: title ?? level?.title ?? null }
}

function applyGrants({ pricing: stored }: QuoteRecord, input: PrepareQuoteInput): QuotePricing {
  const pricing = parseQuotePricing(stored)
  return { ...pricing, special: toSpecialDiscount(pricing.special, input), delivery: input.delivery_net ?? pricing.delivery }
}

function checkGrants(
  lockedQuote: QuoteRecord,
  pricing: QuotePricing,
  priced: PricedDocument | null,
  { discount_net: net, discount_percent: percent, discount_title: title, delivery_net, delivery_title }: PrepareQuoteInput,
): readonly Issue[] {
  const { currency } = pricing.terms
  const issues: Issue[] = []
  const refuse = (field: string, message: Message): void => void issues.push(createIssue(field, message, 'INVALID'))
  if (net !== undefined && percent !== undefined) {
    refuse('discount_net', createMessage('errors.quoteDiscountTwice'))
  }
  if (title !== undefined && pricing.special === null) {
    refuse('discount_title', createMessage('errors.quoteDiscountMissing'))
  }
  for (const [field, amount] of Object.entries({ discount_net: net, delivery_net })) {
    if (amount === undefined || hasPayableDecimals(amount, currency)) continue
    refuse(
      field,
      createMessage('errors.quoteAmountDecimals', { field, decimals: currency.decimals, currency: lockedQuote.currency_code }),
    )
  }
  const maximum = computeGoodsNet(pricing)
  if (net !== undefined && toAmount(net) > Math.max(0, maximum)) {
    refuse(
      'discount_net',
      createMessage('errors.quoteDiscountTooLarge', { maximum: fromAmount(maximum), currency: lockedQuote.currency_code }),
    )
  }
  const [isNew, deliveryTitle] = [
    pricing.terms.delivery ? false : pricing.delivery !== null,
    delivery_title ?? lockedQuote.delivery_title,
  ]
  if (isNew && deliveryTitle === '') {
    refuse('delivery_title', createMessage('errors.quoteDeliveryUntitled'))
  }
  if (delivery_title !== undefined && !isNew && !pricing.terms.delivery) {
    refuse('delivery_title', createMessage('errors.quoteDeliveryUnpriced'))
  }
  if (priced === null) refuse('quote_id', createMessage('errors.quoteQuantityTooLarge'))
  return issues
}

/** Stores the lines with their new discount shares, the rates and the totals. Prices before the discount must equal the frozen ones. */
async function storeNewPrices(
  work: ServiceContext & TransactionContext,
  { id }: QuoteRecord,
  pricing: QuotePricing,
  priced: PricedDocument,
): Promise<void> {
  const lines = (await work.list(quoteLine, { column: 'quote_id', values: [id] })).map(({ values }) => values)
  const amounts = toAmountFields(priced)
  const rates = toRateFields(priced)
  const changed = lines.map((line, index) => {
    const own = priced.lines[index]
    if (!own || fromAmount(own.netBeforeDiscount) !== line.net_before_discount) {
      throw new SystemError(`The recalculated prices of quote ${id} differ from its stored prices.`)
    }
    const terms = { currency: pricing.terms.currency, discountTitle: priced.discount?.title ?? null }
    return { ...line, ...toAmountReply(own), trace: updateLineTrace(line.trace as LineTrace, own, terms) }
  })
  requireBalance(amounts, changed, rates)
  for (const { id: line, net, tax, gross, trace } of changed)
    await work.write(quoteLine, { net, tax, gross, trace }, { id: line })
  for (const old of await work.list(quoteTaxRate, { column: 'quote_id', values: [id] })) await work.remove(quoteTaxRate, old.id)
  await documentKinds.quote.rate.store(
    work,
    rates.map((fields) => ({ parent: id, fields })),
  )
  await work.write(quote, { ...amounts, pricing }, { id })
}

/** The end of validity if the quote is sent now: the prepared value, else the number of days from the shop settings. */
export function computeValidUntil(
  { valid_until: until, validity_days: days }: QuoteRecord,
  { versionedSnapshot: shopSnapshot, now }: ServiceContext,
): string {
  if (until !== null) return until
  const length = days ?? shopSnapshot.snapshot.settings.quote_validity_days ?? defaultValidityDays
  return formatIsoTime(now + length * day)
}

/** Used if the shop setting is empty. */
const defaultValidityDays = 30
