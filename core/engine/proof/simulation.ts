// The options and the report of a simulation.
import type { Message } from '../../foundation/message.js'
import type { EvaluationContext } from '../program/evaluation-context.js'
import type { CountScope } from './diagram.js'

/** The method and the accuracy of an estimate. */
export interface Estimate {
  /** Random walks, each weighted by the inverse of its probability, which is equivalent to uniform sampling (Knuth, 1975). */
  readonly method: 'weighted-walks'
  readonly walks: number
  /** The number of walks that ended in a valid configuration. Only they contribute to the estimate. */
  readonly valid: number
  /** Standard error of the number of valid configurations, with two digits. Null if no walk found one. */
  readonly standardError: string | null
  /** Standard error relative to the estimate. Near or above 1, the estimate is only an order of magnitude. */
  readonly relativeError: number | null
  /** The same as text. */
  readonly message: Message
}

export interface SimulationOptions {
  readonly scope: CountScope
  readonly context: EvaluationContext
  /** Number of random walks. They find dead ends and are the basis of all estimates. */
  readonly walks: number
  /** Random numbers in [0, 1). */
  readonly random: () => number
  /** True stops the simulation; the report contains the results so far. */
  readonly expired?: () => boolean
  /** True stops the exact count, to leave time for the walks. */
  readonly countingExpired?: () => boolean
  /** True stops the walks, to leave time for the prices. */
  readonly walkingExpired?: () => boolean
  readonly progress?: (stage: 'counting' | 'walks', done: number, of: number) => void
  /** Maximum number of nodes of the decision diagram. Default 200,000. */
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
  /** Only for estimated shares. */
  readonly standardError?: number
}

export interface SimulationReport {
  readonly scope: CountScope
  /** True if counts and shares are exact, false if they are estimated. */
  readonly exact: boolean
  /** The reason for an estimate: rules read calculations or customer groups, or the budget is used up. Absent if exact. */
  readonly because?: 'outside' | 'budget'
  /** The method and accuracy of the estimate. Absent if exact. */
  readonly estimate?: Estimate
  /** An integer as text. Three significant digits if estimated. Null if no walk found a valid configuration. */
  readonly validConfigurations: string | null
  /** Titles of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly string[]
  /** The share of valid configurations that contain each answer. */
  readonly answers: readonly AnswerShare[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
  /** True if the prices are the exact minimum and maximum, false if they come from samples. */
  readonly pricesExact: boolean
  /** The number of random walks in page order, how many ended in a dead end, and at which required questions. */
  readonly deadEnds: {
    readonly walks: number
    readonly stuck: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
  }
  /** The walks that reached the end without a price: their number, the questions, and an example. */
  readonly unpriced: {
    readonly walks: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
    readonly example: PricedConfiguration['selections'] | null
  }
}

// The random number generator of simulations. The same seed gives the same walks.

/** Random numbers in [0, 1) from a seed: a 32-bit linear congruential generator with mixed high bits. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x45d9f3b) >>> 0
    mixed ^= mixed >>> 16
    return (mixed >>> 0) / 4_294_967_296
  }
}
