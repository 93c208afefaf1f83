// The built-in condition types.
import type { ConditionType } from 'product-configurator-service'
import {
  answerKey,
  calculationKey,
  calculationOperand,
  fieldKey,
  groupFieldKey,
  groupOperand,
  questionKey,
  questionOperand,
} from './operand/authoring.js'

/** Compares a field of a question. */
const questionProperty: ConditionType = {
  name: 'QuestionProperty',
  label: 'Question',
  properties: {},
  authoring: {
    marker: 'question',
    keys: { question: questionKey, field: fieldKey, answerId: answerKey },
    meaning: "True if a field of the question satisfies the comparison. Without 'field', compares the selection.",
  },
  operand: questionOperand,
}

/** Compares the result of a calculation. */
const calculation: ConditionType = {
  name: 'Calculation',
  label: 'Calculation',
  properties: {},
  authoring: {
    marker: 'calculation',
    keys: { calculation: calculationKey },
    meaning: 'True if the result of the calculation satisfies the comparison.',
  },
  operand: calculationOperand,
}

/** Compares a field of the customer's group. */
const customerGroup: ConditionType = {
  name: 'CustomerGroup',
  label: 'Customer group',
  properties: {},
  authoring: {
    marker: 'customerGroup',
    keys: { customerGroup: groupFieldKey },
    meaning: 'True if a field of the customer group satisfies the comparison.',
  },
  operand: groupOperand,
}

export const conditionTypes = [questionProperty, calculation, customerGroup] as const
