// The read-only view of a configuration's state for compiled rules and calculations.
import type { EvaluationContext } from './evaluation-context.js'

/** The prices of a customer group, shared by all its configurations. Prices are in units; -1 = no calculation. */
export interface GroupView {
  readonly basePrice: number
  readonly baseRecurring: number
  /** By answer index: the price without calculations. */
  readonly answerPrice: Float64Array
  readonly answerRecurring: Float64Array
  /** By answer index: the calculation that replaces the price, or -1. */
  readonly answerPriceCalculation: Int32Array
}

export interface StateView {
  /** By question index: the selection as text, or null. */
  readonly text: (string | null)[]
  /** By question index: the answer id, number or timestamp. NaN if the selection is not numeric or empty. */
  readonly numbers: Float64Array
  /** By question index: the index of the single selected answer, or -1. */
  readonly picked: Int32Array
  /** By answer index: 1 if the answer is selected. */
  readonly chosen: Uint8Array
  readonly group: GroupView
  readonly context: EvaluationContext
  /** The value of a node in units. NaN = null. */
  value(node: number): number
}
