// The left side of a condition: read from the condition's keys for the pickers, and written back.
import type { EditorField, EditorType } from '../../../transport/editor/shape.js'
import type { FieldKind } from '#core/engine/question/value.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import type { RuleJson } from './rule-tree.js'

export type RuleSubject =
  | { readonly kind: 'question'; readonly id: number; readonly field: string; readonly answerId: number | null }
  | { readonly kind: 'calculation'; readonly id: number }
  | { readonly kind: 'group'; readonly field: string }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'none' }
  /** Keys that the pickers do not support. */
  | { readonly kind: 'other' }

const comparisonKeys: ReadonlySet<string> = new Set(['operator', 'value'])

function hasOnlyKeys(shape: RuleJson, ...keys: readonly string[]): boolean {
  return Object.keys(shape).every((key) => comparisonKeys.has(key) || keys.includes(key))
}

export function parseSubject(shape: RuleJson): RuleSubject {
  const { question, field, answerId, calculation, customerGroup, condition } = shape
  if (typeof question === 'number' && hasOnlyKeys(shape, 'question', 'field', 'answerId')) {
    const isRead = (field === undefined || typeof field === 'string') && (answerId === undefined || typeof answerId === 'number')
    return isRead ? { kind: 'question', id: question, field: field ?? 'selected', answerId: answerId ?? null } : { kind: 'other' }
  }
  if (typeof calculation === 'number' && hasOnlyKeys(shape, 'calculation')) return { kind: 'calculation', id: calculation }
  if (typeof customerGroup === 'string' && hasOnlyKeys(shape, 'customerGroup')) return { kind: 'group', field: customerGroup }
  if (typeof condition === 'string') return { kind: 'type', name: condition }
  return hasOnlyKeys(shape) ? { kind: 'none' } : { kind: 'other' }
}

/** The keys of the left side, without operator and value. */
export function toSubjectKeys(left: RuleSubject): RuleJson {
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
export function findSubjectField(left: RuleSubject, product: EditorProduct): EditorField | undefined {
  const question = left.kind === 'question' ? product.questions.get(left.id) : undefined
  return question && left.kind === 'question'
    ? getQuestionFields(product, question).find(({ key }) => key === left.field)
    : undefined
}

export const findSubjectType = (left: RuleSubject, { vocabulary }: EditorProduct): EditorType | undefined =>
  left.kind === 'type' ? vocabulary.conditionTypes.find(({ name }) => name === left.name) : undefined

/** The value kind of the left side. null if unknown. */
export function getSubjectKind(left: RuleSubject, product: EditorProduct): FieldKind | null {
  if (left.kind === 'calculation') return 'number'
  if (left.kind === 'group') return product.vocabulary.groupFields.find(({ key }) => key === left.field)?.kind ?? null
  if (left.kind === 'type') return findSubjectType(left, product)?.kind ?? null
  return findSubjectField(left, product)?.kind ?? null
}

/** The value of the left side in a list of choices. */
export function formatSubjectCode(left: RuleSubject): string {
  if (left.kind === 'question' || left.kind === 'calculation') return `${left.kind} ${left.id}`
  if (left.kind === 'group') return `group ${left.field}`
  return left.kind === 'type' ? `type ${left.name}` : ''
}

export function parseSubjectCode(code: string): RuleSubject {
  const [kind = '', ...rest] = code.split(' ')
  const name = rest.join(' ')
  if (kind === 'question') return { kind, id: Number(name), field: 'selected', answerId: null }
  if (kind === 'calculation') return { kind, id: Number(name) }
  if (kind === 'group') return { kind, field: name }
  return kind === 'type' ? { kind, name } : { kind: 'none' }
}

/** The same condition with another left side. Operator and value stay if they still fit. */
export function setSubject(shape: RuleJson, left: RuleSubject, product: EditorProduct): RuleJson {
  const [before, after] = [getSubjectKind(parseSubject(shape), product), getSubjectKind(left, product)]
  const { operator, value } = shape
  const isOrdered = after === 'number' || after === 'date'
  const kept = operator !== undefined && (isOrdered || operator === '==' || operator === '!=') ? operator : '=='
  const isKept = before === after && after !== 'choice' && value !== undefined
  // Every kind can compare with an empty value. Answers and booleans need a selection first.
  const start = after === 'choice' || after === 'boolean' ? {} : { value: '' }
  return { ...toSubjectKeys(left), operator: kept, ...(isKept ? { value } : kept === '==' || kept === '!=' ? start : {}) }
}

/** True if the condition has all its parts. The server checks whether they are valid. */
export function isCompleteCondition(shape: RuleJson): boolean {
  return parseSubject(shape).kind !== 'none' && shape['operator'] !== undefined && shape['value'] !== undefined
}
