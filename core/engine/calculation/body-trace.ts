// The contract of the trace of a calculation body: the steps that led to its value.
import type { Amount } from '../money/amount.js'
import type { CalculationSource } from '../program/source.js'
import type { ConfigurationState } from '../program/state.js'
import type { TraceDetail, TraceLine, TraceWarning } from '../program/trace.js'
import type { BindingContext } from './body.js'

/** The context of one traced calculation. `amount` is its value times `factor`. */
export interface TraceContext extends BindingContext {
  readonly state: ConfigurationState
  readonly factor: number
  readonly amount: Amount
  /** Traces another calculation. */
  calculation(node: number, factor: number): TraceLine
}

export interface BodyTrace {
  readonly parts: readonly TraceLine[]
  readonly details: readonly TraceDetail[]
  readonly warnings: readonly TraceWarning[]
}

/** Returns null if the calculation has no body of this type or the body is malformed. */
export type BodyTracer = (calculation: CalculationSource, tracing: TraceContext) => BodyTrace | null

/** A number for a trace; NaN becomes null. */
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
