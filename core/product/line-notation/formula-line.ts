// A formula as one line, such as `round(width * 1.5, 2) + wood.price ?? 10`; null if a line cannot express it.
import { createMessage } from '../../foundation/message.js'
import { arithmeticOperators, formulaLimits } from '../../engine/calculation/stored.js'
import { isObject, isSameJson } from '../../foundation/json.js'
import type { SheetNames } from './sheet-names.js'
import { parseOperand, parseComparisonValue, formatOperand } from './operand-line.js'
import { LineRefusal, formatLiteralValue, parseOrNull, TokenReader } from './tokens.js'

type Shape = Readonly<Record<string, unknown>>

const maxDepth = 64

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
