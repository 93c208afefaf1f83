// The contract of the trace of a calculation body: the steps that led to its value.
import type { Amount } from '../money/amount.js'
import type { CalculationSource } from '../program/source.js'
import type { State } from '../program/state.js'
import type { Detail, TraceLine, Warning } from '../program/trace.js'
import type { Leaves } from './body.js'

/** The context of one traced calculation. `amount` is its value times `factor`. */
export interface Tracing extends Leaves {
  readonly state: State
  readonly factor: number
  readonly amount: Amount
  /** Traces another calculation. */
  calculation(node: number, factor: number): TraceLine
}

export interface BodyTrace {
  readonly parts: readonly TraceLine[]
  readonly details: readonly Detail[]
  readonly warnings: readonly Warning[]
}

/** Returns null if the calculation has no body of this type or the body is malformed. */
export type TraceBody = (calculation: CalculationSource, tracing: Tracing) => BodyTrace | null

/** A number for a trace; NaN becomes null. */
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
