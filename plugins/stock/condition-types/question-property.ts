// Compares a field of a question.
import type { ConditionType } from 'product-configurator-service'
import { answerKey, fieldKey, questionKey, questionOperand } from '../operand/authoring.js'

export const questionProperty: ConditionType = {
  name: 'QuestionProperty',
  label: 'Question',
  properties: {},
  authoring: {
    marker: 'question',
    keys: { question: questionKey, field: fieldKey, answerId: answerKey },
    meaning: "A field of a question compares so; without 'field' it is the selection.",
  },
  operand: questionOperand,
}
