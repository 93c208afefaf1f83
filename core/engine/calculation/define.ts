// The contracts of a term type and of a function that formulas and code may call.
import type { PropertyMap } from '../../ground/property/kind.js'
import type { InputOf } from '../../ground/property/typing.js'
import type { Arguments, Operand, OperandType, Reader } from '../question/operand.js'
import type { Scalar } from '../question/value.js'

/** A type that only says what it reads. */
export interface OperandTerm extends OperandType<never> {
  /** null where the stored arguments make no sense: the calculation then yields null. */
  operand(args: Arguments): TermOperand | null
}

export interface TermOperand {
  readonly reads: Operand
  /** The number where the operand yields nothing; 0 if left out. */
  readonly fallback?: number | undefined
  /** With it, the term is 1 where the operand equals this value, else 0. */
  readonly equals?: Scalar | undefined
}

/** A type with code of its own. Pure and synchronous. Where an argument is missing or wrong the calculation yields null. */
export interface ComputedTerm<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  /** The term's number; null counts 0. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): number | null
}

export type TermType = OperandTerm | ComputedTerm

/** Declares a type with code of its own; its arguments are typed by its properties. */
export function defineTermType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedTerm<Loaded, P>,
): ComputedTerm<Loaded, P> {
  return Object.freeze(type)
}

/** A function of numbers, in formulas and in code. */
export interface FunctionDefinition {
  /** As authors write it, e.g. `round`. */
  readonly name: string
  readonly description: string
  /** How many parameters must be given. */
  readonly required: number
  /** How many more may be given; `any` = as many as wanted. */
  readonly optional: number | 'any'
  /** Pure; null counts as 0. */
  evaluate(...parameters: readonly number[]): number | null
}
