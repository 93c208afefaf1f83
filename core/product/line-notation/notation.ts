// Formulas and rules as one line, such as `round(width * 1.5, 2)` and `wood == oak and width >= 120`; null if a line cannot express one.
import { createMessage } from '../../foundation/message.js'
import { arithmeticOperators, formulaLimits } from '../../engine/calculation/stored.js'
import { isObject, isSameJson } from '../../foundation/json.js'
import { type SheetNames, keyPattern, suggestKey } from './sheet-names.js'
import { LineRefusal, formatLiteralValue, parseOrNull, TokenReader } from './tokens.js'
import { isOperator } from '../../engine/question/value.js'

type Shape = Readonly<Record<string, unknown>>

/** Maximum depth of brackets. */
const maxDepth = 64

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

/**
 * Formats and parses operands of one-line formulas and rules: `width`, `wood.price`, `calculation(top)`, `group(b2b_mode)`.
 */
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

function formatTerm(term: unknown, names: SheetNames): string | null {
  if (!isObject(term)) return null
  if (typeof term['number'] === 'number') return formatLiteralValue(term['number'])
  if (Array.isArray(term['group'])) {
    const inner = formatTerms(term['group'], names)
    return inner === null ? null : `(${inner})`
  }
  if (typeof term['function'] === 'string' && Array.isArray(term['parameters'])) {
    const inner = term['parameters'].map((parameter) => (Array.isArray(parameter) ? formatTerms(parameter, names) : null))
    return inner.includes(null) ? null : `${term['function']}(${inner.join(', ')})`
  }
  const operand = formatOperand(term, names)
  if (operand === null) return null
  if (term['customerGroup'] !== undefined) {
    const value = formatLiteralValue(term['value'])
    return value === null ? null : `${operand.slice(0, -1)} == ${value})`
  }
  if (term['fallback'] === undefined) return operand
  const fallback = formatLiteralValue(term['fallback'])
  return fallback === null ? null : `${operand} ?? ${fallback}`
}

function formatTerms(terms: readonly unknown[], names: SheetNames): string | null {
  const parts = terms.map((term, index) => {
    if (index % 2 === 0) return formatTerm(term, names)
    return isObject(term) && typeof term['operator'] === 'string' ? term['operator'] : null
  })
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' ')
}

/** The line that reads back as exactly these terms, or null. */
export function formatFormulaLine(terms: readonly unknown[], names: SheetNames): string | null {
  const line = formatTerms(terms, names)
  if (line === null) return null
  const parsed = parseOrNull(() => parseFormulaLine(line, names))
  return isSameJson(parsed, terms) ? line : null
}

/** Parses a line into authored terms. LineRefusal with a message for the author. */
export function parseFormulaLine(line: string, names: SheetNames): readonly Shape[] {
  const tokens = new TokenReader(line)
  return tokens.whole(() => {
    const terms = parseTerms(tokens, names, 1)
    tokens.end()
    return terms
  })
}

function parseTerms(tokens: TokenReader, names: SheetNames, depth: number): readonly Shape[] {
  if (depth > maxDepth) throw new LineRefusal(createMessage('authoring.bracketsTooDeep', { count: maxDepth }))
  const terms = [parseTerm(tokens, names, depth)]
  for (;;) {
    const operator = arithmeticOperators.find((sign) => tokens.isNext(sign))
    if (operator === undefined) return terms
    tokens.take()
    terms.push({ operator }, parseTerm(tokens, names, depth))
  }
}

function parseTerm(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  tokens.countPart(formulaLimits.terms, createMessage('authoring.formulaTooLong', { count: formulaLimits.terms }))
  if (tokens.takes('(')) {
    const group = parseTerms(tokens, names, depth + 1)
    tokens.expect(')')
    return { group }
  }
  const { kind, text } = tokens.next
  if (kind === 'number' || tokens.isNext('-')) return { number: parseNumberToken(tokens) }
  if (kind !== 'name') tokens.refuse(createMessage('authoring.partTerm'))
  if (names.functions.has(text) && tokens.isCall()) return parseCall(tokens, names, depth)
  if (text === 'group' && tokens.isCall()) return parseGroupTerm(tokens)
  const operand = parseOperand(tokens, names)
  return tokens.takes('??') ? { ...operand, fallback: parseNumberToken(tokens) } : operand
}

function parseNumberToken(tokens: TokenReader): number {
  const sign = tokens.takes('-') ? -1 : 1
  if (tokens.next.kind !== 'number') tokens.refuse(createMessage('authoring.partNumber'))
  return sign * Number(tokens.take().text)
}

function parseCall(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  const name = tokens.take().text
  tokens.expect('(')
  const parameters = tokens.isNext(')') ? [] : [parseTerms(tokens, names, depth + 1)]
  while (tokens.takes(',')) parameters.push(parseTerms(tokens, names, depth + 1))
  tokens.expect(')')
  return { function: name, parameters }
}

/** `group(b2b_mode == true)`: 1 if true, else 0. */
function parseGroupTerm(tokens: TokenReader): Shape {
  tokens.take()
  tokens.expect('(')
  const customerGroup = tokens.name(createMessage('authoring.partGroupField'))
  tokens.expect('==')
  const { kind, text } = tokens.next
  if (kind === 'name' && text !== 'true' && text !== 'false')
    throw new LineRefusal(createMessage('authoring.textUnquoted', { text }))
  const value = parseTokenValue(tokens)
  tokens.expect(')')
  return { customerGroup, value }
}

function parseTokenValue(tokens: TokenReader): unknown {
  return parseComparisonValue(tokens, {}, noNames)
}

/** A value of a customer group's field references no part. */
const noNames = { answerIdOf: () => 0 } as unknown as SheetNames

const conjunctions = { all: 'and', any: 'or' } as const
/** Maximum number of conditions of a line. The authoring form can have more. */
const maxConditions = 10_000

function formatNode(node: unknown, names: SheetNames, isInside: boolean): string | null {
  if (!isObject(node)) return null
  for (const kind of ['all', 'any'] as const) {
    const parts: unknown = node[kind]
    if (!Array.isArray(parts)) continue
    const spelled = parts.map((part) => formatNode(part, names, true))
    if (spelled.length < 2 || spelled.includes(null)) return null
    const text = spelled.join(` ${conjunctions[kind]} `)
    return isInside ? `(${text})` : text
  }
  const operand = formatOperand(node, names)
  const value = formatComparisonValue(node, node['value'], names)
  return operand === null || value === null ? null : `${operand} ${String(node['operator'])} ${value}`
}

/** The line that reads back as exactly this rule, or null. */
export function formatRuleLine(rule: Shape, names: SheetNames): string | null {
  const inner = isObject(rule['not']) ? formatNode(rule['not'], names, false) : formatNode(rule, names, false)
  if (inner === null) return null
  const line = isObject(rule['not']) ? `not (${inner})` : inner
  const parsed = parseOrNull(() => parseRuleLine(line, names))
  return isSameJson(parsed, rule) ? line : null
}

/** Parses a line into an authored rule. LineRefusal with a message for the author. */
export function parseRuleLine(line: string, names: SheetNames): Shape {
  const tokens = new TokenReader(line)
  return tokens.whole(() => parseWholeRule(tokens, names))
}

function parseWholeRule(tokens: TokenReader, names: SheetNames): Shape {
  if (tokens.takes('not')) {
    tokens.expect('(')
    const rule = parseGroup(tokens, names, 1)
    tokens.expect(')')
    if (tokens.next.kind !== 'end') throw new LineRefusal(createMessage('authoring.notClosesRule'))
    return { not: rule }
  }
  const rule = parseGroup(tokens, names, 1)
  tokens.end()
  return rule
}

function parseGroup(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  const parts = [parsePart(tokens, names, depth)]
  let kind: 'all' | 'any' | null = null
  for (;;) {
    const groupKind = tokens.isNext('and') ? 'all' : tokens.isNext('or') ? 'any' : null
    if (groupKind === null) break
    if (kind !== null && groupKind !== kind) throw new LineRefusal(createMessage('authoring.andOrMixed'))
    kind = groupKind
    tokens.take()
    parts.push(parsePart(tokens, names, depth))
  }
  return kind === null ? parts[0]! : { [kind]: parts }
}

function parsePart(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  if (depth > maxDepth) throw new LineRefusal(createMessage('authoring.bracketsTooDeep', { count: maxDepth }))
  if (tokens.isNext('not')) throw new LineRefusal(createMessage('authoring.notBeginsRule'))
  if (tokens.takes('(')) {
    const group = parseGroup(tokens, names, depth + 1)
    tokens.expect(')')
    return group
  }
  tokens.countPart(maxConditions, createMessage('authoring.lineConditions', { count: maxConditions }))
  const operand = parseOperand(tokens, names)
  const { text } = tokens.next
  if (!isOperator(text)) tokens.refuse(createMessage('authoring.partComparison'))
  tokens.take()
  return { ...operand, operator: text, value: parseComparisonValue(tokens, operand, names) }
}
