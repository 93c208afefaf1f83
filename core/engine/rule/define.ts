// The contract of a condition type: what stands on the left side of a condition in a rule.
import type { PropertyMap } from '../../ground/property/kind.js'
import type { InputOf } from '../../ground/property/typing.js'
import type { Arguments, Operand, OperandType, Reader } from '../question/operand.js'
import type { FieldKind, Scalar } from '../question/value.js'

/** A type that only says what it reads; the engine knows its kind, operators and dependencies from the operand. */
export interface OperandCondition extends OperandType<never> {
  /** null where the stored arguments make no sense: the whole rule then counts as malformed. */
  operand(args: Arguments): Operand | null
}

/**
 * A type with code of its own: yields the left side, which operator and value are then compared with. Pure and synchronous. A
 * rule in which an argument is missing or wrong counts as malformed.
 */
export interface ComputedCondition<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  readonly kind: Exclude<FieldKind, 'choice'>
  /** The left side; null where there is none. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): Scalar | null
}

export type ConditionType = OperandCondition | ComputedCondition

/** Declares a type with code of its own; its arguments are typed by its properties. */
export function defineConditionType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedCondition<Loaded, P>,
): ComputedCondition<Loaded, P> {
  return Object.freeze(type)
}
