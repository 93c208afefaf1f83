// The contract of a condition type: what stands on the left side of a condition in a rule.
import type { Arguments, Operand, OperandType, Reader } from '../question/operand.js'
import type { FieldKind, Scalar } from '../question/value.js'

/** A type that only says what it reads; the engine knows its kind, operators and dependencies from the operand. */
export interface OperandCondition extends OperandType<never> {
  /** null where the stored arguments make no sense: the whole rule then counts as malformed. */
  operand(args: Arguments): Operand | null
}

/** A type with code of its own: yields the left side, which operator and value are then compared with. Pure and synchronous. */
export interface ComputedCondition<Loaded = unknown> extends OperandType<Loaded> {
  readonly kind: Exclude<FieldKind, 'choice'>
  /** The left side; null where there is none. */
  evaluate(args: Arguments, reader: Reader, loaded: Loaded): Scalar | null
}

export type ConditionType = OperandCondition | ComputedCondition
