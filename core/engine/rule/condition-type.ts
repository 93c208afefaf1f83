// The contract of a condition type. It determines the left side of a condition.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { InputOf } from '../../foundation/property/typing.js'
import type { Arguments, Operand, OperandType, Reader } from '../question/operand.js'
import type { FieldKind, Scalar } from '../question/value.js'

/** A condition type that only declares an operand. Its kind, operators and dependencies follow from the operand. */
export interface OperandCondition extends OperandType<never> {
  /** Null if the stored arguments are invalid. The whole rule is then malformed. */
  operand(args: Arguments): Operand | null
}

/**
 * A condition type that computes the left side. Must be pure and synchronous. A rule with a missing or invalid argument is
 * malformed.
 */
export interface ComputedCondition<Loaded = unknown, P extends PropertyMap = PropertyMap> extends OperandType<Loaded, P> {
  readonly kind: Exclude<FieldKind, 'choice'>
  /** The left side, or null if there is none. */
  evaluate(args: InputOf<P>, reader: Reader, loaded: Loaded): Scalar | null
}

export type ConditionType = OperandCondition | ComputedCondition

/** Declares a computed condition type. Its properties determine the types of its arguments. */
export function defineConditionType<const P extends PropertyMap, Loaded = unknown>(
  type: ComputedCondition<Loaded, P>,
): ComputedCondition<Loaded, P> {
  return Object.freeze(type)
}
