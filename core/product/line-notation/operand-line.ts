// Formats and parses operands of one-line formulas and rules: `width`, `wood.price`, `calculation(top)`, `group(b2b_mode)`.
import { createMessage } from '../../foundation/message.js'
import { keyPattern, suggestKey, type SheetNames } from './sheet-names.js'
import { LineRefusal, formatLiteralValue, type TokenReader } from './tokens.js'

type Shape = Readonly<Record<string, unknown>>

/** Syntax of a field name after a dot. */
const fieldPattern = /^[\p{L}\p{N}_]+(\.[\p{L}\p{N}_]+)*$/u

/** Formats the operand of an authored condition or term; null if the notation cannot express it. */
export function formatOperand(shape: Shape, names: SheetNames): string | null {
  const { question, field, answerId, calculation, customerGroup } = shape
  if (typeof calculation === 'number') {
    const key = names.keyOf('calculation', calculation)
    return key === null ? null : `calculation(${key})`
  }
  if (typeof customerGroup === 'string') return keyPattern.test(customerGroup) ? `group(${customerGroup})` : null
  if (typeof question !== 'number') return null
  const key = names.keyOf('question', question)
  if (key === null || (field !== undefined && (typeof field !== 'string' || !fieldPattern.test(field)))) return null
  const answer = typeof answerId === 'number' ? names.keyOf('answer', answerId) : null
  if (answerId !== undefined && answer === null) return null
  return `${key}${answer === null ? '' : `[${answer}]`}${typeof field === 'string' ? `.${field}` : ''}`
}

/** Parses an operand into the authoring form. */
export function parseOperand(tokens: TokenReader, names: SheetNames): Record<string, unknown> {
  const name = tokens.name(createMessage('authoring.partOperand'))
  if (tokens.isNext('(')) {
    if (name !== 'calculation' && name !== 'group')
      throw new LineRefusal(
        createMessage('authoring.callUnknown', { text: name, hint: suggestKey(name, ['calculation', 'group']) }),
      )
    tokens.expect('(')
    const inner = tokens.name(
      name === 'group' ? createMessage('authoring.partGroupField') : createMessage('authoring.partCalculationKey'),
    )
    tokens.expect(')')
    return name === 'group' ? { customerGroup: inner } : { calculation: names.idOf('calculation', inner) }
  }
  const question = names.idOf('question', name)
  const shape: Record<string, unknown> = { question }
  let answerId: number | undefined
  if (tokens.takes('[')) {
    const key = tokens.next.kind === 'number' ? tokens.take().text : tokens.name(createMessage('authoring.partAnswerKey'))
    answerId = names.answerIdOf(question, key)
    tokens.expect(']')
  }
  if (tokens.takes('.')) {
    let field = tokens.name(createMessage('authoring.partQuestionField'))
    while (tokens.takes('.')) field += `.${tokens.name(createMessage('authoring.partQuestionField'))}`
    shape['field'] = field
  }
  if (answerId !== undefined) shape['answerId'] = answerId
  return shape
}

/** Formats a comparison value: the key of an answer where the operand takes answers. */
export function formatComparisonValue({ question, field }: Shape, value: unknown, names: SheetNames): string | null {
  if (typeof question === 'number' && (field ?? 'selected') === 'selected' && typeof value === 'number') {
    const key = names.answerOf(question, value)
    if (key !== null) return key
  }
  return formatLiteralValue(value)
}

export function parseComparisonValue(tokens: TokenReader, { question, field }: Shape, names: SheetNames): unknown {
  const isChoice = typeof question === 'number' && (field ?? 'selected') === 'selected' && names.hasAnswers(question)
  if (tokens.takes('-')) {
    if (tokens.next.kind !== 'number') tokens.refuse(createMessage('authoring.partNegativeNumber'))
    return -Number(tokens.take().text)
  }
  const { kind, text } = tokens.next
  if (isChoice && (kind === 'number' || (kind === 'text' && text !== ''))) {
    // An id would mean another answer in another shop, and a quoted text is never the key of an answer.
    tokens.take()
    if (kind === 'number') return names.answerIdOf(question, text)
    throw new LineRefusal(names.unquoted(question, text))
  }
  if (kind === 'number') return Number(tokens.take().text)
  if (kind === 'text') return tokens.take().text
  if (kind !== 'name') tokens.refuse(createMessage('authoring.partValue'))
  tokens.take()
  if (!isChoice && (text === 'true' || text === 'false')) return text === 'true'
  if (typeof question === 'number') return names.answerIdOf(question, text)
  throw new LineRefusal(createMessage('authoring.textUnquoted', { text }))
}
