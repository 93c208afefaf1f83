// What plugins, hosts and customizations may import: the contracts of everything that can be plugged in.
export type { FunctionDefinition, ComputedTerm, OperandTerm, TermOperand, TermType } from './engine/calculation/define.js'
export type {
  FieldDefinition,
  Limits,
  QuestionSettings,
  QuestionType,
  Selection,
  SelectionContext,
} from './engine/question/define.js'
export type { Arguments, AuthoringForm, AuthoringKey, Operand, OperandType, Outside, Reader } from './engine/question/operand.js'
export type { FieldKind, Operator, Scalar } from './engine/question/value.js'
export { decimalPattern, numberOf, timestampOf } from './engine/question/value.js'
export type { ComputedCondition, ConditionType, OperandCondition } from './engine/rule/define.js'
export { Refusal } from './ground/property/kind.js'
export type { PropertyKind, PropertyMap, Reference, UnnamedProperty } from './ground/property/kind.js'
