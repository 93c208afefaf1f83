// The left side of a condition: read from the condition's keys for the pickers, and written back.
import type { EditorField, EditorType } from '../../../transport/editor/shape.js'
import type { FieldKind } from '#core/engine/question/value.js'
import { type EditorProduct, fieldsOfQuestion } from '../product.js'
import type { Shape } from './tree.js'

export type Left =
  | { readonly kind: 'question'; readonly id: number; readonly field: string; readonly answerId: number | null }
  | { readonly kind: 'calculation'; readonly id: number }
  | { readonly kind: 'group'; readonly field: string }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'none' }
  /** Keys that the pickers do not support. */
  | { readonly kind: 'other' }

const comparing: ReadonlySet<string> = new Set(['operator', 'value'])

function hasOnly(shape: Shape, ...keys: readonly string[]): boolean {
  return Object.keys(shape).every((key) => comparing.has(key) || keys.includes(key))
}

export function leftOf(shape: Shape): Left {
  const { question, field, answerId, calculation, customerGroup, condition } = shape
  if (typeof question === 'number' && hasOnly(shape, 'question', 'field', 'answerId')) {
    const isRead = (field === undefined || typeof field === 'string') && (answerId === undefined || typeof answerId === 'number')
    return isRead ? { kind: 'question', id: question, field: field ?? 'selected', answerId: answerId ?? null } : { kind: 'other' }
  }
  if (typeof calculation === 'number' && hasOnly(shape, 'calculation')) return { kind: 'calculation', id: calculation }
  if (typeof customerGroup === 'string' && hasOnly(shape, 'customerGroup')) return { kind: 'group', field: customerGroup }
  if (typeof condition === 'string') return { kind: 'type', name: condition }
  return hasOnly(shape) ? { kind: 'none' } : { kind: 'other' }
}

/** The keys of the left side, without operator and value. */
export function shapeOf(left: Left): Shape {
  if (left.kind === 'calculation') return { calculation: left.id }
  if (left.kind === 'group') return { customerGroup: left.field }
  if (left.kind === 'type') return { condition: left.name }
  if (left.kind !== 'question') return {}
  return {
    question: left.id,
    ...(left.field === 'selected' ? {} : { field: left.field }),
    ...(left.answerId === null ? {} : { answerId: left.answerId }),
  }
}

/** The question field of a condition. undefined if the question has no such field. */
export function fieldOfLeft(left: Left, product: EditorProduct): EditorField | undefined {
  const question = left.kind === 'question' ? product.questions.get(left.id) : undefined
  return question && left.kind === 'question'
    ? fieldsOfQuestion(product, question).find(({ key }) => key === left.field)
    : undefined
}

export const typeOfLeft = (left: Left, { vocabulary }: EditorProduct): EditorType | undefined =>
  left.kind === 'type' ? vocabulary.conditionTypes.find(({ name }) => name === left.name) : undefined

/** The value kind of the left side. null if unknown. */
export function kindOfLeft(left: Left, product: EditorProduct): FieldKind | null {
  if (left.kind === 'calculation') return 'number'
  if (left.kind === 'group') return product.vocabulary.groupFields.find(({ key }) => key === left.field)?.kind ?? null
  if (left.kind === 'type') return typeOfLeft(left, product)?.kind ?? null
  return fieldOfLeft(left, product)?.kind ?? null
}

/** The value of the left side in a list of choices. */
export function codeOfLeft(left: Left): string {
  if (left.kind === 'question' || left.kind === 'calculation') return `${left.kind} ${left.id}`
  if (left.kind === 'group') return `group ${left.field}`
  return left.kind === 'type' ? `type ${left.name}` : ''
}

export function leftOfCode(code: string): Left {
  const [kind = '', ...rest] = code.split(' ')
  const name = rest.join(' ')
  if (kind === 'question') return { kind, id: Number(name), field: 'selected', answerId: null }
  if (kind === 'calculation') return { kind, id: Number(name) }
  if (kind === 'group') return { kind, field: name }
  return kind === 'type' ? { kind, name } : { kind: 'none' }
}

/** The same condition with another left side. Operator and value stay if they still fit. */
export function withLeft(shape: Shape, left: Left, product: EditorProduct): Shape {
  const [before, after] = [kindOfLeft(leftOf(shape), product), kindOfLeft(left, product)]
  const { operator, value } = shape
  const isOrdered = after === 'number' || after === 'date'
  const kept = operator !== undefined && (isOrdered || operator === '==' || operator === '!=') ? operator : '=='
  const isKept = before === after && after !== 'choice' && value !== undefined
  // Every kind can compare with an empty value. Answers and booleans need a selection first.
  const start = after === 'choice' || after === 'boolean' ? {} : { value: '' }
  return { ...shapeOf(left), operator: kept, ...(isKept ? { value } : kept === '==' || kept === '!=' ? start : {}) }
}

/** True if the condition has all its parts. The server checks whether they are valid. */
export function isComplete(shape: Shape): boolean {
  return leftOf(shape).kind !== 'none' && shape['operator'] !== undefined && shape['value'] !== undefined
}
