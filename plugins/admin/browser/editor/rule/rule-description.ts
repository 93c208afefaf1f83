// Describes a rule in a sentence.
import { formatNumber } from '../../wording/text.js'
import type { EditorProduct } from '../editor-product.js'
import { type EditorTextKey, tEditor } from '../wording/editor-text.js'
import { findSubjectField, getSubjectKind, type RuleSubject, parseSubject, findSubjectType } from './rule-subject.js'
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

/** The left side as a list of choices shows it, without its field. */
export function formatSubjectTitle(left: RuleSubject, product: EditorProduct): string {
  if (left.kind === 'question') return product.questions.get(left.id)?.title ?? tEditor('unknown', { what: `#${left.id}` })
  if (left.kind === 'calculation')
    return product.vocabulary.calculations.find(({ id }) => id === left.id)?.name ?? tEditor('unknown', { what: `#${left.id}` })
  if (left.kind === 'group') return product.vocabulary.groupFields.find(({ key }) => key === left.field)?.title ?? left.field
  return left.kind === 'type' ? (findSubjectType(left, product)?.label ?? left.name) : ''
}

/** The left side of a condition in words. */
export function describeSubject(left: RuleSubject, shape: RuleJson, product: EditorProduct): string {
  const { vocabulary, questions } = product
  if (left.kind === 'calculation') {
    const name = vocabulary.calculations.find(({ id }) => id === left.id)?.name
    return tEditor('theCalculation', { name: quoteText(name ?? `#${left.id}`) })
  }
  if (left.kind === 'group') {
    const title = vocabulary.groupFields.find(({ key }) => key === left.field)?.title
    return tEditor('theGroup', { field: title ?? left.field })
  }
  if (left.kind === 'type') {
    const { operator: _operator, value: _value, condition: _condition, ...given } = shape
    const words = Object.values(given).map(String).join(', ')
    return `${findSubjectType(left, product)?.label ?? left.name}${words === '' ? '' : ` (${words})`}`
  }
  if (left.kind !== 'question') return JSON.stringify(shape)
  const held = questions.get(left.id)
  const question = quoteText(held?.title ?? `#${left.id}`)
  if (left.field === 'selected') return question
  const field = findSubjectField(left, product)?.title ?? left.field
  if (left.answerId === null) return tEditor('theField', { field, question })
  const answer = quoteText(held?.answers.find(({ id }) => id === left.answerId)?.title ?? `#${left.answerId}`)
  return tEditor('theFieldOfAnswer', { field, answer, question })
}

function describeConditionValue(value: unknown, left: RuleSubject, product: EditorProduct): string {
  if (typeof value === 'boolean') return tEditor(value ? 'yes' : 'no')
  if (left.kind === 'question' && getSubjectKind(left, product) === 'choice') {
    const answer = product.questions.get(left.id)?.answers.find(({ id }) => id === value)
    return quoteText(answer?.title ?? `#${String(value)}`)
  }
  if (typeof value === 'number') {
    const unit = left.kind === 'question' && left.field === 'selected' ? product.questions.get(left.id)?.unit : ''
    return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  }
  return value === undefined ? '…' : quoteText(String(value))
}

function describeCondition(shape: RuleJson, product: EditorProduct): string {
  const left = parseSubject(shape)
  const { operator, value } = shape
  const what = left.kind === 'none' ? '…' : describeSubject(left, shape, product)
  if (value === '' && operator === '==') return `${what} ${tEditor('isNothing')}`
  if (value === '' && operator === '!=') return `${what} ${tEditor('isSomething')}`
  const key = operatorTextKeys[String(operator)]
  return `${what} ${key ? tEditor(key) : String(operator ?? '…')} ${describeConditionValue(value, left, product)}`
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
