// What a quote was priced by, kept with it: so that what is agreed upon later goes through the one price function with the same figures.
import { AmountOverflow, toAmount } from '../../engine/money/amount.js'
import type { DiscountLevel } from '../../engine/money/discount.js'
import {
  type Charges,
  type DocumentLine,
  type DocumentTerms,
  priceDocument,
  type PricedDocument,
} from '../../engine/money/document.js'
import { SystemError } from '../../foundation/errors.js'
import { isObject } from '../../foundation/object.js'
import type { Place } from '../../shop/destination.js'
import { pricedBy, type SettledCart } from '../cart/settle.js'

/** What stands in `pricing` of a quote. */
export interface Pricing {
  /** Amounts are in ten-thousandths, as the price function takes them. */
  readonly lines: readonly DocumentLine[]
  /** As of the day of the request. */
  readonly terms: DocumentTerms
  /** Where the goods were taken to go. */
  readonly destination: Place
  /** What the shop grants, in place of the customer group's discount. */
  readonly special: DiscountLevel | null
  /** What delivery costs, net and in the quote's currency, in place of what the shipping method says. */
  readonly delivery: number | null
}

export function pricingOf(settled: SettledCart, charges: Charges): Pricing {
  const { lines, terms } = pricedBy(settled, charges)
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

/** As it was stored. */
export function storedPricing(stored: unknown): Pricing {
  // Written by this file alone: the entity has no other writer.
  if (isObject(stored)) return stored as unknown as Pricing
  throw new SystemError('A quote has lost what it was priced by.')
}

/** Delivery that nobody had foreseen is taxed as what is most of the goods. */
function deliveryTerms({ lines, terms, delivery }: Pricing): DocumentTerms['delivery'] {
  if (delivery === null) return terms.delivery ?? null
  const rates = terms.delivery?.rates ?? priceDocument(lines, terms).leadingRates
  return { price: delivery, exact: true, rates }
}

/** null where it is too large to be counted. */
export function repriced(pricing: Pricing): PricedDocument | null {
  const { lines, terms, special } = pricing
  try {
    const levels = special ? [special] : (terms.levels ?? [])
    return priceDocument(lines, { ...terms, levels, delivery: deliveryTerms(pricing) })
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

/** What a special discount may take off at most: the goods before any discount, in ten-thousandths. */
export function goodsOf({ lines, terms }: Pricing): number {
  return priceDocument(lines, { ...terms, levels: [] }).goodsNet
}

/** True for an amount that is no finer than the currency's smallest unit. */
export function isPayable(amount: number, { decimals }: DocumentTerms['currency']): boolean {
  return toAmount(amount) % 10 ** (4 - decimals) === 0
}
