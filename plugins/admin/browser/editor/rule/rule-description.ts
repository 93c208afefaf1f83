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
export function formatSubjectTitle(subject: RuleSubject, product: EditorProduct): string {
  if (subject.kind === 'question')
    return product.questions.get(subject.id)?.title ?? tEditor('unknown', { what: `#${subject.id}` })
  if (subject.kind === 'calculation')
    return (
      product.vocabulary.calculations.find(({ id }) => id === subject.id)?.name ?? tEditor('unknown', { what: `#${subject.id}` })
    )
  if (subject.kind === 'group')
    return product.vocabulary.groupFields.find(({ key }) => key === subject.field)?.title ?? subject.field
  return subject.kind === 'type' ? (findSubjectType(subject, product)?.label ?? subject.name) : ''
}

/** The left side of a condition in words. */
export function describeSubject(subject: RuleSubject, shape: RuleJson, product: EditorProduct): string {
  const { vocabulary, questions } = product
  if (subject.kind === 'calculation') {
    const name = vocabulary.calculations.find(({ id }) => id === subject.id)?.name
    return tEditor('theCalculation', { name: quoteText(name ?? `#${subject.id}`) })
  }
  if (subject.kind === 'group') {
    const title = vocabulary.groupFields.find(({ key }) => key === subject.field)?.title
    return tEditor('theGroup', { field: title ?? subject.field })
  }
  if (subject.kind === 'type') {
    const { operator: _operator, value: _value, condition: _condition, ...parameters } = shape
    const words = Object.values(parameters).map(String).join(', ')
    return `${findSubjectType(subject, product)?.label ?? subject.name}${words === '' ? '' : ` (${words})`}`
  }
  if (subject.kind !== 'question') return JSON.stringify(shape)
  const record = questions.get(subject.id)
  const question = quoteText(record?.title ?? `#${subject.id}`)
  if (subject.field === 'selected') return question
  const field = findSubjectField(subject, product)?.title ?? subject.field
  if (subject.answerId === null) return tEditor('theField', { field, question })
  const answer = quoteText(record?.answers.find(({ id }) => id === subject.answerId)?.title ?? `#${subject.answerId}`)
  return tEditor('theFieldOfAnswer', { field, answer, question })
}

function describeConditionValue(value: unknown, subject: RuleSubject, product: EditorProduct): string {
  if (typeof value === 'boolean') return tEditor(value ? 'yes' : 'no')
  if (subject.kind === 'question' && getSubjectKind(subject, product) === 'choice') {
    const answer = product.questions.get(subject.id)?.answers.find(({ id }) => id === value)
    return quoteText(answer?.title ?? `#${String(value)}`)
  }
  if (typeof value === 'number') {
    const unit = subject.kind === 'question' && subject.field === 'selected' ? product.questions.get(subject.id)?.unit : ''
    return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  }
  return value === undefined ? '…' : quoteText(String(value))
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
