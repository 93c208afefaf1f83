// The contract for the bounds of a calculation body: its possible values while some questions are undecided.
// Only explanations use it.
import type { CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { Operand } from '../question/operand.js'
import type { Interval } from './interval.js'

/** Computes the possible values for the currently undecided questions. The interval may be too wide, never too narrow. */
export type BoundsReader = () => Interval

/** Supplies the bounds of a body's leaves. */
export interface BoundsContext {
  readonly types: EngineTypes
  /** Bounds of `Total` or `TotalRecurring`. */
  total(recurring: boolean): BoundsReader
  operand(operand: Operand): BoundsReader
  /** Bounds of an operand in code, where a missing value counts as 0 and a text can have any value. */
  codeOperand(operand: Operand): BoundsReader
}

/** Returns null if the calculation has no body of this type or the body is malformed. */
export type BodyBounds = (calculation: CalculationSource, bounding: BoundsContext) => BoundsReader | null
