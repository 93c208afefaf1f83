// Authoring keys shared by conditions and terms, and the conversion of stored arguments to operands.
import type { Arguments, AuthoringKey, Operand } from 'product-configurator-service'

const id = { type: 'integer', minimum: 1 } as const

export const questionKey: AuthoringKey = {
  stored: 'questionId',
  entity: 'question',
  required: true,
  schema: { ...id, description: 'The id of a question of this product.' },
}
export const answerKey: AuthoringKey = {
  stored: 'answerId',
  entity: 'answer',
  required: false,
  schema: { ...id, description: 'The answer, for a field that is declared once per answer.' },
}
export const calculationKey: AuthoringKey = {
  stored: 'calculationId',
  entity: 'calculation',
  required: true,
  schema: { ...id, description: 'The id of a calculation of this product.' },
}
export const groupFieldKey: AuthoringKey = {
  stored: 'field',
  required: true,
  schema: { type: 'string', description: "The name of a field of the customer's group." },
}

/** The question's field. Default `selected`. */
export const fieldKey: AuthoringKey = {
  stored: 'field',
  required: false,
  default: 'selected',
  schema: { type: 'string', description: "A field of the question. Default 'selected'." },
}

/** Reads an id from stored arguments: a number or its decimal text. */
function parseId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function questionOperand(args: Arguments): Operand | null {
  const question = parseId(args['questionId'])
  const field = args['field'] ?? 'selected'
  if (question === undefined || typeof field !== 'string') return null
  return { question, field, answerId: parseId(args['answerId']) }
}

export function calculationOperand(args: Arguments): Operand | null {
  const calculation = parseId(args['calculationId'])
  return calculation === undefined ? null : { calculation }
}

export function groupOperand(args: Arguments): Operand | null {
  const { field } = args
  return typeof field === 'string' ? { customerGroup: field } : null
}
