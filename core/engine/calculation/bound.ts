// The contract of the bounds of a calculation body: what it can come to while some questions are free. Only explanations need them.
import type { CalculationSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import type { Operand } from '../question/operand.js'
import type { Interval } from './interval.js'

/** Asked anew whenever other questions are free. Never narrower than what can be. */
export type BoundRead = () => Interval

/** What the leaves of a body can come to. */
export interface Bounding {
  readonly types: EngineTypes
  /** `Total` or `TotalRecurring`. */
  total(recurring: boolean): BoundRead
  operand(operand: Operand): BoundRead
  /** The same as code reads it: nothing is 0, and a text can be anything. */
  codeOperand(operand: Operand): BoundRead
}

/** null where there is no body, or none that can be read. */
export type BoundBody = (calculation: CalculationSource, bounding: Bounding) => BoundRead | null
