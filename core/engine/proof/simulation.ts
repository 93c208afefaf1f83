// What a simulation is asked and what it reports.
import type { EvaluationContext } from '../program/context.js'
import type { CountScope } from './count.js'

/** How figures were estimated, and how far they may be off. */
export interface Estimate {
  /** Walks at random, each weighed by how unlikely its choices were: as if drawn uniformly (Knuth, 1975). */
  readonly method: 'weighted-walks'
  readonly walks: number
  /** Walks that ended in a valid configuration; only they carry the estimate. */
  readonly valid: number
  /** Of the number of valid configurations, to two digits; null where no walk found one. */
  readonly standardError: string | null
  /** The same in relation to the number itself; close to 1 or above it the number is little more than an order of magnitude. */
  readonly relativeError: number | null
  /** The same in a sentence. */
  readonly message: string
}

export interface SimulationOptions {
  readonly scope: CountScope
  readonly context: EvaluationContext
  /** Random walks, for dead ends and, where nothing can be counted, for everything else. */
  readonly walks: number
  /** Numbers in [0, 1). */
  readonly random: () => number
  /** True ends the work with what there is. */
  readonly expired?: () => boolean
  /** True ends the exact count; asked beside `expired`, so that time is left for the walks. */
  readonly countingExpired?: () => boolean
  /** True ends the walks, so that time is left for prices. */
  readonly walkingExpired?: () => boolean
  readonly progress?: (stage: 'counting' | 'walks', done: number, of: number) => void
  /** Bound of the decision diagram; 200,000 if left out. */
  readonly nodes?: number
}

export interface PricedConfiguration {
  /** Net unit price in the base currency. */
  readonly price: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

export interface AnswerShare {
  readonly question_id: number
  readonly question: string
  readonly answer_id: number
  readonly answer: string
  readonly share: number
  /** Of an estimated share; absent where it is exact. */
  readonly standardError?: number
}

export interface SimulationReport {
  readonly scope: CountScope
  /** True where count and shares are exact; false where they are estimated from walks. */
  readonly exact: boolean
  /** Why not: calculations or groups take part in rules, or the budget ended. Absent where exact. */
  readonly because?: 'outside' | 'budget'
  /** How the figures were estimated and how far they may be off; absent where they are exact. */
  readonly estimate?: Estimate
  /** A whole number as text; an estimate of three digits where not exact; null where no walk found a valid one. */
  readonly validConfigurations: string | null
  /** Titles of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly string[]
  /** The share of valid configurations that hold the answer. */
  readonly answers: readonly AnswerShare[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
  /** True where no valid configuration is cheaper or dearer; false: none of those that were drawn. */
  readonly pricesExact: boolean
  /** Of the random walks in page order, how many got stuck, and at which required questions. */
  readonly deadEnds: {
    readonly walks: number
    readonly stuck: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
  }
  /** Of the random walks that did not get stuck, how many ended without a price, at which questions, and one of them. */
  readonly unpriced: {
    readonly walks: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
    readonly example: PricedConfiguration['selections'] | null
  }
}
