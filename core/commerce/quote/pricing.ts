// The pricing input of a quote, stored with it: later changes run the same price function on the same numbers. And its payment methods.
import { AmountOverflow, toAmount } from '../../engine/money/amount.js'
import type { DiscountLevel } from '../../engine/money/goods.js'
import {
  type Charges,
  type DocumentLine,
  type DocumentTerms,
  priceDocument,
  type PricedDocument,
} from '../../engine/money/document.js'
import { SystemError } from '../../foundation/errors.js'
import { isObject } from '../../foundation/json.js'
import type { TaxPlace } from '../../shop/destination.js'
import { getPricingInput, type SettledCart } from '../cart/settle.js'
import { openShop } from '../../shop/shop.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { type PaymentOffer, findPaymentOffers } from '../checkout/offers.js'
import type { QuoteRecord } from './define.js'

/** The content of a quote's `pricing` field. */
export interface QuotePricing {
  /** Amounts are in ten-thousandths, as the price function expects them. */
  readonly lines: readonly DocumentLine[]
  /** As of the day of the request. */
  readonly terms: DocumentTerms
  /** The destination that the taxes and delivery were priced for. */
  readonly destination: TaxPlace
  /** The shop's special discount. Replaces the customer group's discount. */
  readonly special: DiscountLevel | null
  /** The granted price of delivery, net and in the quote's currency. Replaces the shipping method's price. */
  readonly delivery: number | null
}

export function createQuotePricing(settled: SettledCart, charges: Charges): QuotePricing {
  const { lines, terms } = getPricingInput(settled, charges)
  const { multiplicator, decimals } = terms.currency
  const { country_id, state_id, county_id, city_id } = settled.shop.destination
  return {
    lines,
    terms: { ...terms, currency: { multiplicator, decimals } },
    destination: { country_id, state_id, county_id, city_id },
    special: null,
    delivery: null,
  }
}

export function parseQuotePricing(stored: unknown): QuotePricing {
  // Safe cast: only this file produces the stored value.
  if (isObject(stored)) return stored as unknown as QuotePricing
  throw new SystemError('The tax context of a quote is missing.')
}

/** Delivery that was added later is taxed at the leading rates of the goods. */
function toDeliveryTerms({ lines, terms, delivery }: QuotePricing): DocumentTerms['delivery'] {
  if (delivery === null) return terms.delivery ?? null
  const rates = terms.delivery?.rates ?? priceDocument(lines, terms).leadingRates
  return { price: delivery, exact: true, rates }
}

/** null if an amount overflows. */
export function repriceQuote(pricing: QuotePricing): PricedDocument | null {
  const { lines, terms, special } = pricing
  try {
    const levels = special ? [special] : (terms.levels ?? [])
    return priceDocument(lines, { ...terms, levels, delivery: toDeliveryTerms(pricing) })
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

/** The upper limit of a special discount: the net of the goods before any discount, in ten-thousandths. */
export function computeGoodsNet({ lines, terms }: QuotePricing): number {
  return priceDocument(lines, { ...terms, levels: [] }).goodsNet
}

/** True if the amount has no more decimal places than the currency. */
export function hasPayableDecimals(amount: number, { decimals }: DocumentTerms['currency']): boolean {
  return toAmount(amount) % 10 ** (4 - decimals) === 0
}

/** The payment methods for an accepted quote, sorted by ordering, in the quote's language. Surcharges of the methods do not apply to quotes. */
export async function findQuotePaymentOffers(
  baseWork: ServiceContext,
  values: QuoteRecord,
  billingCountryId: number | null,
): Promise<readonly PaymentOffer[]> {
  const work = await baseWork.at()
  const { languages, defaultLanguage } = work.versionedSnapshot.snapshot
  const {
    currency_code: code,
    currency_symbol: symbol,
    currency_decimals: decimals,
    currency_multiplicator: multiplicator,
  } = values
  const language = languages.includes(values.language_tag) ? values.language_tag : defaultLanguage
  // The frozen currency is not a record, so it has no id.
  const currency = { id: 0, code, symbol, decimals: decimals ?? 2, multiplicator: multiplicator ?? 1 }
  const group = { customerId: null, customerGroupId: values.customer_group_id }
  const { destination: address } = parseQuotePricing(values.pricing)
  const shop = await openShop(work, group, language, { chosen: currency, all: [] }, { address, vatId: values.vat_id })
  const delivery = { net: toAmount(values.delivery_net ?? 0) }
  const goodsNet = toAmount(values.net ?? 0) - delivery.net
  return findPaymentOffers(work, shop, { billingCountryId, goods: { goodsNet, delivery, leadingRates: [] } })
}
