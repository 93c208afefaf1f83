// The left side of a condition: read from the condition's keys for the pickers, and written back.
import type { EditorField, EditorType } from '../../../api/editor/shape.js'
import type { FieldKind } from '#core/contract.js'
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
export function toSubjectKeys(subject: RuleSubject): RuleJson {
  if (subject.kind === 'calculation') return { calculation: subject.id }
  if (subject.kind === 'group') return { customerGroup: subject.field }
  if (subject.kind === 'type') return { condition: subject.name }
  if (subject.kind !== 'question') return {}
  return {
    question: subject.id,
    ...(subject.field === 'selected' ? {} : { field: subject.field }),
    ...(subject.answerId === null ? {} : { answerId: subject.answerId }),
  }
}

/** The question field of a condition. undefined if the question has no such field. */
export function findSubjectField(subject: RuleSubject, product: EditorProduct): EditorField | undefined {
  const question = subject.kind === 'question' ? product.questions.get(subject.id) : undefined
  return question && subject.kind === 'question'
    ? getQuestionFields(product, question).find(({ key }) => key === subject.field)
    : undefined
}

export const findSubjectType = (subject: RuleSubject, { vocabulary }: EditorProduct): EditorType | undefined =>
  subject.kind === 'type' ? vocabulary.conditionTypes.find(({ name }) => name === subject.name) : undefined

/** The value kind of the left side. null if unknown. */
export function getSubjectKind(subject: RuleSubject, product: EditorProduct): FieldKind | null {
  if (subject.kind === 'calculation') return 'number'
  if (subject.kind === 'group') return product.vocabulary.groupFields.find(({ key }) => key === subject.field)?.kind ?? null
  if (subject.kind === 'type') return findSubjectType(subject, product)?.kind ?? null
  return findSubjectField(subject, product)?.kind ?? null
}

/** The value of the left side in a list of choices. */
export function formatSubjectCode(subject: RuleSubject): string {
  if (subject.kind === 'question' || subject.kind === 'calculation') return `${subject.kind} ${subject.id}`
  if (subject.kind === 'group') return `group ${subject.field}`
  return subject.kind === 'type' ? `type ${subject.name}` : ''
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
export function setSubject(shape: RuleJson, subject: RuleSubject, product: EditorProduct): RuleJson {
  const [before, after] = [getSubjectKind(parseSubject(shape), product), getSubjectKind(subject, product)]
  const { operator, value } = shape
  const isOrdered = after === 'number' || after === 'date'
  const nextOperator = operator !== undefined && (isOrdered || operator === '==' || operator === '!=') ? operator : '=='
  const canReuseValue = before === after && after !== 'choice' && value !== undefined
  // Every kind can compare with an empty value. Answers and booleans need a selection first.
  const start = after === 'choice' || after === 'boolean' ? {} : { value: '' }
  return {
    ...toSubjectKeys(subject),
    operator: nextOperator,
    ...(canReuseValue ? { value } : nextOperator === '==' || nextOperator === '!=' ? start : {}),
  }
}

/** True if the condition has all its parts. The server checks whether they are valid. */
export function isCompleteCondition(shape: RuleJson): boolean {
  return parseSubject(shape).kind !== 'none' && shape['operator'] !== undefined && shape['value'] !== undefined
}
