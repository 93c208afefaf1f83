// What the optimiser is asked, and what it finds: the best whole configuration, proven, or the best that there was time for.
import type { Amount } from '../money/amount.js'
import type { SelectionInput } from '../program/configure.js'

/** What is to be least: the price, the weight, or what is left unmet of the wishes (of equals the cheapest). */
export type Aim = 'cheapest' | 'lightest' | 'closest'

export const aims = ['cheapest', 'lightest', 'closest'] as const satisfies readonly Aim[]

/** What a question is to hold: one of the values, or a number between the ends. Of a question with several answers one suffices. */
export interface Wish {
  readonly question_id: number
  readonly values?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** How much it counts, a whole number from 1 on; null where it must be met. */
  readonly weight: number | null
}

/** The largest unit figures, in ten-thousandths of the base currency and of the weight unit; null = any. */
export interface Ceilings {
  readonly net: Amount | null
  readonly recurring: Amount | null
  readonly weight: Amount | null
}

export interface OptimumRequest {
  readonly aim: Aim
  /** The selections from which it sets out; null for a configuration that is just started. */
  readonly from: readonly SelectionInput[] | null
  readonly wishes: readonly Wish[]
  readonly ceilings: Ceilings
  /** How many selections may change at most; each answer of a question with several counts. null = any number. */
  readonly mostChanges: number | null
  /** How many further configurations are wanted, each other than those before in some answer, not in a number or text alone. */
  readonly alternatives: number
  /** Whether equals are told apart by what recurs, by the wishes and by the number of changes. */
  readonly ties: boolean
}

/** A whole configuration: whatever is held applies, nothing is missing but what only the shopper can fill in. */
export interface FoundConfiguration {
  readonly selections: readonly (SelectionInput & { readonly value: string })[]
  /** One after another, they lead from where it set out to this configuration. */
  readonly changes: readonly SelectionInput[]
  /** Questions that hold nothing yet, because nobody but the shopper knows what: a file, a text of a certain form. */
  readonly toFill: readonly number[]
  /** Of a unit, before quantity, currency, discount and tax. */
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
  /** Places of the wishes that it does not meet. */
  readonly unmet: readonly number[]
  /** True where no other is better, those before it excepted. */
  readonly proven: boolean
}

export interface OptimumReport {
  /** The best first; empty where there is none, or none was found. */
  readonly found: readonly FoundConfiguration[]
  /** True where it is proven that no configuration is whole and keeps to what was asked. */
  readonly impossible: boolean
  /** What the aim's figure is at least: an amount, or weights of wishes; null where nothing is known. */
  readonly bound: number | null
}
