// A field of a question as a number, with a fallback where it yields nothing.
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
        schema: { type: 'number', description: 'The number where the field yields nothing; 0 if left out.' },
      },
    },
    meaning: "The number that a field of a question yields; without 'field' it is the entry of a question without answers.",
  },
  operand(args) {
    const reads = questionOperand(args)
    const fallback = Number(args['fallbackValue'] ?? 0)
    return reads && { reads, fallback: Number.isFinite(fallback) ? fallback : 0 }
  },
}
