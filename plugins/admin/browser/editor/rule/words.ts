// Describes a rule in a sentence.
import { number } from '../../wording/text.js'
import type { EditorProduct } from '../product.js'
import { type EditorKey, say } from '../wording/say.js'
import { fieldOfLeft, kindOfLeft, type Left, leftOf, typeOfLeft } from './left.js'
import type { RuleNode, RuleTree, Shape } from './tree.js'

export const operatorWords: Readonly<Record<string, EditorKey>> = {
  '==': 'is',
  '!=': 'isNot',
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'moreThan',
  '<': 'lessThan',
}

const quoted = (text: string): string => `‘${text}’`

/** The left side as a list of choices shows it, without its field. */
export function leftTitle(left: Left, product: EditorProduct): string {
  if (left.kind === 'question') return product.questions.get(left.id)?.title ?? say('unknown', { what: `#${left.id}` })
  if (left.kind === 'calculation')
    return product.vocabulary.calculations.find(({ id }) => id === left.id)?.name ?? say('unknown', { what: `#${left.id}` })
  if (left.kind === 'group') return product.vocabulary.groupFields.find(({ key }) => key === left.field)?.title ?? left.field
  return left.kind === 'type' ? (typeOfLeft(left, product)?.label ?? left.name) : ''
}

/** The left side of a condition in words. */
export function leftInWords(left: Left, shape: Shape, product: EditorProduct): string {
  const { vocabulary, questions } = product
  if (left.kind === 'calculation') {
    const name = vocabulary.calculations.find(({ id }) => id === left.id)?.name
    return say('theCalculation', { name: quoted(name ?? `#${left.id}`) })
  }
  if (left.kind === 'group') {
    const title = vocabulary.groupFields.find(({ key }) => key === left.field)?.title
    return say('theGroup', { field: title ?? left.field })
  }
  if (left.kind === 'type') {
    const { operator: _operator, value: _value, condition: _condition, ...given } = shape
    const words = Object.values(given).map(String).join(', ')
    return `${typeOfLeft(left, product)?.label ?? left.name}${words === '' ? '' : ` (${words})`}`
  }
  if (left.kind !== 'question') return JSON.stringify(shape)
  const held = questions.get(left.id)
  const question = quoted(held?.title ?? `#${left.id}`)
  if (left.field === 'selected') return question
  const field = fieldOfLeft(left, product)?.title ?? left.field
  if (left.answerId === null) return say('theField', { field, question })
  const answer = quoted(held?.answers.find(({ id }) => id === left.answerId)?.title ?? `#${left.answerId}`)
  return say('theFieldOfAnswer', { field, answer, question })
}

function valueInWords(value: unknown, left: Left, product: EditorProduct): string {
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (left.kind === 'question' && kindOfLeft(left, product) === 'choice') {
    const answer = product.questions.get(left.id)?.answers.find(({ id }) => id === value)
    return quoted(answer?.title ?? `#${String(value)}`)
  }
  if (typeof value === 'number') {
    const unit = left.kind === 'question' && left.field === 'selected' ? product.questions.get(left.id)?.unit : ''
    return unit ? `${number(value)} ${unit}` : number(value)
  }
  return value === undefined ? '…' : quoted(String(value))
}

function conditionInWords(shape: Shape, product: EditorProduct): string {
  const left = leftOf(shape)
  const { operator, value } = shape
  const what = left.kind === 'none' ? '…' : leftInWords(left, shape, product)
  if (value === '' && operator === '==') return `${what} ${say('isNothing')}`
  if (value === '' && operator === '!=') return `${what} ${say('isSomething')}`
  const key = operatorWords[String(operator)]
  return `${what} ${key ? say(key) : String(operator ?? '…')} ${valueInWords(value, left, product)}`
}

function nodeInWords(node: RuleNode, product: EditorProduct, isInside: boolean): string {
  if (node.kind === 'condition') return conditionInWords(node.shape, product)
  const parts = node.parts.map((part) => nodeInWords(part, product, true))
  const text = parts.join(` ${say(node.join === 'all' ? 'and' : 'or')} `)
  return isInside && parts.length > 1 ? `(${text})` : text
}

/** The whole rule as one sentence. */
export function ruleInWords({ not, root }: RuleTree, product: EditorProduct): string {
  if (root === null) return `${say('always')}.`
  return `${say(not ? 'appliesUnless' : 'appliesWhen')} ${nodeInWords(root, product, false)}.`
}
