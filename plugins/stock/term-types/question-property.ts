// Term type: a field of a question as a number, with a fallback if the field has no value.
import type { TermType } from 'product-configurator-service'
import { answerKey, fieldKey, questionKey, questionOperand } from '../operand/authoring.js'

export const questionProperty: TermType = {
  name: 'QuestionProperty',
  label: 'Question',
  properties: {},
  authoring: {
    marker: 'question',
    keys: {
      question: questionKey,
      field: fieldKey,
      answerId: answerKey,
      fallback: {
        stored: 'fallbackValue',
        required: false,
        default: 0,
        schema: { type: 'number', description: 'The number to use if the field has no value. Default 0.' },
      },
    },
    meaning: "A field of a question as a number. Without 'field', the number that the customer entered.",
  },
  operand(args) {
    const reads = questionOperand(args)
    const fallback = Number(args['fallbackValue'] ?? 0)
    return reads && { reads, fallback: Number.isFinite(fallback) ? fallback : 0 }
  },
}
