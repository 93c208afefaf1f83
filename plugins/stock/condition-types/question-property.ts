// Condition type: compares a field of a question.
import type { ConditionType } from 'product-configurator-service'
import { answerKey, fieldKey, questionKey, questionOperand } from '../operand/authoring.js'

export const questionProperty: ConditionType = {
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
