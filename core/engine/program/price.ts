// What one unit of a configuration costs and weighs, in the base currency, before quantity, currency, discount and tax.
import { type Amount, toAmount } from '../money/amount.js'
import type { State } from './state.js'

/** Integers of 1/10,000. A price too large to be exact is NaN, which the price function refuses. */
export interface UnitFigures {
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
}

/** Too heavy for any window. */
const heaviest: Amount = Number.MAX_SAFE_INTEGER

/** Product base plus the sum of the questions' figures (domain §5). Recurring is 0 for a product without recurring pricing. */
export function unitFigures(state: State): UnitFigures {
  const { source } = state.program
  const weight = toAmount(source.baseweight) + state.sum(2)
  return {
    net: toAmount(state.group.basePrice) + state.sum(0),
    recurring: toAmount(state.group.baseRecurring) + state.sum(1),
    weight: Number.isNaN(weight) ? heaviest : weight,
  }
}
