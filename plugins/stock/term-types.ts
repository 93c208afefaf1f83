// The built-in term types.
import type { TermType } from 'product-configurator-service'
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

/** A field of a question as a number, with a fallback if the field has no value. */
const questionProperty: TermType = {
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

/** The result of another calculation. null counts as 0. */
const calculation: TermType = {
  name: 'Calculation',
  label: 'Calculation',
  properties: {},
  authoring: {
    marker: 'calculation',
    keys: { calculation: calculationKey },
    meaning: 'The result of another calculation of this product.',
  },
  operand(args) {
    const reads = calculationOperand(args)
    return reads && { reads }
  },
}

/** 1 if a field of the customer's group equals a value, otherwise 0. */
const customerGroup: TermType = {
  name: 'CustomerGroup',
  label: 'Customer group',
  properties: {},
  authoring: {
    marker: 'customerGroup',
    keys: {
      customerGroup: groupFieldKey,
      value: {
        stored: 'value',
        required: true,
        schema: { type: ['string', 'number', 'boolean'], description: 'The value to compare with.' },
      },
    },
    meaning: "1 if the field of the customer's group has this value, otherwise 0.",
  },
  operand(args) {
    const reads = groupOperand(args)
    const { value } = args
    const equals = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
    return reads && equals !== undefined ? { reads, equals } : null
  },
}

export const termTypes = [questionProperty, calculation, customerGroup] as const
