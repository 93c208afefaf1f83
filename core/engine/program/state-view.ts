// What compiled rules and calculations read of the state of one configuration.
import type { EvaluationContext } from './context.js'

/** Prices that depend on the customer's group; shared by all configurations of the group. Figures in units; -1 = no calculation. */
export interface GroupView {
  readonly basePrice: number
  readonly baseRecurring: number
  /** By answer index: without calculations. */
  readonly answerPrice: Float64Array
  readonly answerRecurring: Float64Array
  /** By answer index: the calculation that replaces the price. */
  readonly answerPriceCalculation: Int32Array
}

export interface StateView {
  /** By question index: the held selection, or null. */
  readonly text: (string | null)[]
  /** By question index: the answer's id, the number, the timestamp; NaN where the selection is none or nothing is selected. */
  readonly numbers: Float64Array
  /** By question index: the index of the one selected answer, or -1. */
  readonly picked: Int32Array
  /** By answer index: 1 where it is selected. */
  readonly chosen: Uint8Array
  readonly group: GroupView
  readonly context: EvaluationContext
  /** A value node's result in units; NaN for null. */
  value(node: number): number
}
