// Describes a rule in a sentence.
import type { FieldKind } from '#core/contract.js'
import type { EditorField, EditorGroupField, EditorType } from '../../../api/editor/shape.js'
import { formatNumber } from '../../wording/text.js'
import { type EditorProduct, getQuestionFields } from '../editor-product.js'
import { type EditorTextKey, tEditor } from '../wording/editor-text.js'
import type { EditorRuleNode, EditorRuleTree, RuleJson } from './rule-tree.js'

export const operatorTextKeys: Readonly<Record<string, EditorTextKey>> = {
  '==': 'is',
  '!=': 'isNot',
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'moreThan',
  '<': 'lessThan',
}

const quoteText = (text: string): string => `‘${text}’`

// The left side of a condition: read from the condition's keys for the pickers, and written back.

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
function toSubjectKeys(subject: RuleSubject): RuleJson {
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

const findGroupField = (key: string, { vocabulary }: EditorProduct): EditorGroupField | undefined =>
  vocabulary.groupFields.find((field) => field.key === key)

/** The values by name: the answers of a question, or the customer groups. */
export function listSubjectChoices(
  subject: RuleSubject,
  product: EditorProduct,
): readonly { readonly id: number; readonly title: string }[] {
  if (subject.kind === 'question') return product.questions.get(subject.id)?.answers ?? []
  return subject.kind === 'group' ? (findGroupField(subject.field, product)?.choices ?? []) : []
}

/** The value kind of the left side. null if unknown. */
export function getSubjectKind(subject: RuleSubject, product: EditorProduct): FieldKind | null {
  if (subject.kind === 'calculation') return 'number'
  if (subject.kind === 'group') {
    const field = findGroupField(subject.field, product)
    return field?.choices ? 'choice' : (field?.kind ?? null)
  }
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

/** The left side as a list of choices shows it, without its field. */
export function formatSubjectTitle(subject: RuleSubject, product: EditorProduct): string {
  if (subject.kind === 'question') return product.questions.get(subject.id)?.title ?? tEditor('deletedQuestion')
  if (subject.kind === 'calculation')
    return product.vocabulary.calculations.find(({ id }) => id === subject.id)?.name ?? tEditor('deletedCalculation')
  if (subject.kind === 'group') return findGroupField(subject.field, product)?.title ?? tEditor('customerGroup')
  return subject.kind === 'type' ? (findSubjectType(subject, product)?.label ?? subject.name) : ''
}

/** The left side of a condition in words. */
function describeSubject(subject: RuleSubject, shape: RuleJson, product: EditorProduct): string {
  const { vocabulary, questions } = product
  if (subject.kind === 'calculation') {
    const name = vocabulary.calculations.find(({ id }) => id === subject.id)?.name
    return tEditor('theCalculation', { name: quoteText(name ?? tEditor('deletedCalculation')) })
  }
  if (subject.kind === 'group') {
    const field = findGroupField(subject.field, product)
    return field?.choices ? quoteText(field.title) : tEditor('theGroup', { field: field?.title ?? tEditor('customerGroup') })
  }
  if (subject.kind === 'type') {
    const { operator: _operator, value: _value, condition: _condition, ...parameters } = shape
    const words = Object.values(parameters).map(String).join(', ')
    return `${findSubjectType(subject, product)?.label ?? subject.name}${words === '' ? '' : ` (${words})`}`
  }
  if (subject.kind !== 'question') return JSON.stringify(shape)
  const record = questions.get(subject.id)
  const question = quoteText(record?.title ?? tEditor('deletedQuestion'))
  if (subject.field === 'selected') return question
  const field = findSubjectField(subject, product)?.title ?? subject.field
  if (subject.answerId === null) return tEditor('theField', { field, question })
  const answer = quoteText(record?.answers.find(({ id }) => id === subject.answerId)?.title ?? tEditor('deletedAnswer'))
  return tEditor('theFieldOfAnswer', { field, answer, question })
}

function describeConditionValue(value: unknown, subject: RuleSubject, product: EditorProduct): string {
  if (value === undefined) return '…'
  if (typeof value === 'boolean') return tEditor(value ? 'yes' : 'no')
  if (getSubjectKind(subject, product) === 'choice') {
    const choice = listSubjectChoices(subject, product).find(({ id }) => id === value)
    return quoteText(choice?.title ?? tEditor(subject.kind === 'group' ? 'deletedGroup' : 'deletedAnswer'))
  }
  if (typeof value === 'number') {
    const unit = subject.kind === 'question' && subject.field === 'selected' ? product.questions.get(subject.id)?.unit : ''
    return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  }
  return quoteText(String(value))
}

function describeCondition(shape: RuleJson, product: EditorProduct): string {
  const subject = parseSubject(shape)
  const { operator, value } = shape
  const subjectText = subject.kind === 'none' ? '…' : describeSubject(subject, shape, product)
  if (value === '' && operator === '==') return `${subjectText} ${tEditor('isNothing')}`
  if (value === '' && operator === '!=') return `${subjectText} ${tEditor('isSomething')}`
  const key = operatorTextKeys[String(operator)]
  return `${subjectText} ${key ? tEditor(key) : String(operator ?? '…')} ${describeConditionValue(value, subject, product)}`
}

function describeNode(node: EditorRuleNode, product: EditorProduct, isInside: boolean): string {
  if (node.kind === 'condition') return describeCondition(node.shape, product)
  const parts = node.parts.map((part) => describeNode(part, product, true))
  const text = parts.join(` ${tEditor(node.join === 'all' ? 'and' : 'or')} `)
  return isInside && parts.length > 1 ? `(${text})` : text
}

/** The whole rule as one sentence. */
export function describeRule({ not, root }: EditorRuleTree, product: EditorProduct): string {
  if (root === null) return `${tEditor('always')}.`
  return `${tEditor(not ? 'appliesUnless' : 'appliesWhen')} ${describeNode(root, product, false)}.`
}
