// A rule as one line, such as `wood == oak and width >= 120`; null if a line cannot express it.
import { createMessage } from '../../foundation/message.js'
import { isOperator } from '../../engine/question/value.js'
import { isObject, isSameJson } from '../../foundation/json.js'
import type { SheetNames } from './sheet-names.js'
import { parseOperand, parseComparisonValue, formatOperand, formatComparisonValue } from './operand-line.js'
import { LineRefusal, parseOrNull, TokenReader } from './tokens.js'

type Shape = Readonly<Record<string, unknown>>

const conjunctions = { all: 'and', any: 'or' } as const
const maxDepth = 64
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
