// What one unit of a configuration costs and weighs, in the base currency, before quantity, currency, discount and tax.
import { type Amount, toAmount } from '../money/amount.js'
import type { State } from './state.js'

/** Integers of 1/10,000. */
export interface UnitFigures {
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
}

/** Product base plus the sum of the questions' figures (domain §5). Recurring is 0 for a product without recurring pricing. */
export function unitFigures(state: State): UnitFigures {
  const { source } = state.program
  return {
    net: (toAmount(state.group.basePrice) || 0) + state.sum(0),
    recurring: source.use_recurring_pricing ? (toAmount(state.group.baseRecurring) || 0) + state.sum(1) : 0,
    weight: (toAmount(source.baseweight) || 0) + state.sum(2),
  }
}
