// The contracts of term types and of functions that formulas and code can call.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { InputOf } from '../../foundation/property/typing.js'
import type { Arguments, Operand, OperandType, Reader } from '../question/operand.js'
import type { Scalar } from '../question/value.js'

/** A term type that only declares which operand it reads. */
export interface OperandTerm extends OperandType<never> {
  /** Returns null if the stored arguments are invalid. The calculation then evaluates to null. */
  operand(args: Arguments): TermOperand | null
}

export interface TermOperand {
  readonly reads: Operand
  /** The number to use if the operand is null. Default 0. */
  readonly fallback?: number | undefined
  /** If set, the term is 1 if the operand equals this value, otherwise 0. */
  readonly equals?: Scalar | undefined
}

/**
 * A term type that computes its value. It must be pure and synchronous. If an argument is missing or invalid, the calculation
 * evaluates to null.
 */
export interface ComputedTerm<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  /** The value of the term. Null counts as 0. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): number | null
}

export type TermType = OperandTerm | ComputedTerm

/** Declares a computed term type. Its properties determine the types of its arguments. */
export function defineTermType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedTerm<Loaded, P>,
): ComputedTerm<Loaded, P> {
  return Object.freeze(type)
}

/** A numeric function for formulas and code. */
export interface FunctionDefinition {
  /** The name that authors write, for example `round`. */
  readonly name: string
  readonly description: string
  /** The number of required parameters. */
  readonly required: number
  /** The number of optional parameters; `any` = unlimited. */
  readonly optional: number | 'any'
  /** Must be pure. A null result counts as 0. */
  evaluate(...parameters: readonly number[]): number | null
}
