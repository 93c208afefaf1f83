// The price and weight of one unit of a configuration, in the base currency, before quantity, currency, discount and tax.
import { type Amount, toAmount } from '../money/amount.js'
import type { ConfigurationState } from './state.js'

/** Integers of 1/10,000. A price too large to be exact is NaN; the price function rejects it. */
export interface UnitTotals {
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
}

/** The weight if it is too large to be exact. No shipping method accepts it. */
const maxWeight: Amount = Number.MAX_SAFE_INTEGER

/**
 * The product's base values plus the sum over all questions. Recurring is 0 for a product without recurring
 * pricing.
 */
export function computeUnitTotals(state: ConfigurationState): UnitTotals {
  const { source } = state.program
  const weight = toAmount(source.baseweight) + state.sum(2)
  return {
    net: toAmount(state.group.basePrice) + state.sum(0),
    recurring: toAmount(state.group.baseRecurring) + state.sum(1),
    weight: Number.isNaN(weight) ? maxWeight : weight,
  }
}
