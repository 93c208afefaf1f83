// Input and result of the optimizer.
// The result is the best complete configuration, proven optimal or the best one within the time budget.
import type { Amount } from '../money/amount.js'
import type { SelectionInput } from '../program/configuration.js'

/** The objective: minimal price, minimal weight, or minimal weight of unmet preferences (the cheapest on a tie). */
export type Aim = 'cheapest' | 'lightest' | 'closest'

/** A preference: one of the values, or a number between min and max. For a multi-select question one of the values is enough. */
export interface Preference {
  readonly question_id: number
  readonly values?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** The weight, an integer >= 1. Null = mandatory. */
  readonly weight: number | null
}

/** Maximum unit price and weight, in ten-thousandths of the base currency and the weight unit. Null = no limit. */
export interface Ceilings {
  readonly net: Amount | null
  readonly recurring: Amount | null
  readonly weight: Amount | null
}

export interface OptimumRequest {
  readonly aim: Aim
  /** The selections to start from. Null = a newly started configuration. */
  readonly from: readonly SelectionInput[] | null
  readonly wishes: readonly Preference[]
  readonly ceilings: Ceilings
  /** Maximum number of changed selections. Each answer of a multi-select question counts separately. Null = no limit. */
  readonly mostChanges: number | null
  /** The number of alternatives. Each differs from all previous ones in at least one answer, not only in numbers or texts. */
  readonly alternatives: number
  /** Whether ties are resolved by recurring price, preferences and number of changes. */
  readonly ties: boolean
}

/** A complete configuration: all selections apply, and nothing is missing except entries that only the customer can provide. */
export interface OptimalConfiguration {
  readonly selections: readonly (SelectionInput & { readonly value: string })[]
  /** The changes, in order, that lead from the start to this configuration. */
  readonly changes: readonly SelectionInput[]
  /**
   * Questions that remain empty because only the customer can provide the entry: an uploaded file, a text in a special format.
   */
  readonly toFill: readonly number[]
  /** Per unit, before quantity, currency, discount and tax. */
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
  /** Indexes of the preferences that are not satisfied. */
  readonly unmet: readonly number[]
  /** True if it is proven that no other configuration is better, except the preceding results. */
  readonly proven: boolean
}

export interface OptimumReport {
  /** The best first. Empty if there is none or none was found in time. */
  readonly configurations: readonly OptimalConfiguration[]
  /** True if it is proven that no complete configuration satisfies the request. */
  readonly impossible: boolean
  /** A lower bound of the objective: an amount, or a weight of preferences. Null if unknown. */
  readonly bound: number | null
}
