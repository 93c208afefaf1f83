// The contract of the trace of a calculation body: how its value came about in a state.
import type { Amount } from '../money/amount.js'
import type { CalculationSource } from '../program/source.js'
import type { State } from '../program/state.js'
import type { Detail, TraceLine, Warning } from '../program/trace.js'
import type { Leaves } from './body.js'

/** One calculation that is being traced in a state; `amount` is its value times `factor`. */
export interface Tracing extends Leaves {
  readonly state: State
  readonly factor: number
  readonly amount: Amount
  /** The line of another calculation. */
  calculation(node: number, factor: number): TraceLine
}

export interface BodyTrace {
  readonly parts: readonly TraceLine[]
  readonly details: readonly Detail[]
  readonly warnings: readonly Warning[]
}

/** null where there is no body, or none that can be read. */
export type TraceBody = (calculation: CalculationSource, tracing: Tracing) => BodyTrace | null

/** A figure for a trace: null stands for NaN. */
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
