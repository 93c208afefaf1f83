// A rule as one line, such as `wood == oak and width >= 120`; null if a line cannot express it.
import { isOperator } from '../../engine/question/value.js'
import { isObject } from '../../foundation/object.js'
import type { SheetNames } from './names.js'
import { readOperand, readValue, spellOperand, spellValue } from './operand-line.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { LineRefusal, TokenReader } from './tokens.js'

type Shape = Readonly<Record<string, unknown>>

const words = { all: 'and', any: 'or' } as const
const deepest = 64

function spellNode(node: unknown, names: SheetNames, isInside: boolean): string | null {
  if (!isObject(node)) return null
  for (const kind of ['all', 'any'] as const) {
    const parts: unknown = node[kind]
    if (!Array.isArray(parts)) continue
    const spelled = parts.map((part) => spellNode(part, names, true))
    if (spelled.length < 2 || spelled.includes(null)) return null
    const text = spelled.join(` ${words[kind]} `)
    return isInside ? `(${text})` : text
  }
  const operand = spellOperand(node, names)
  const value = spellValue(node, node['value'], names)
  return operand === null || value === null ? null : `${operand} ${String(node['operator'])} ${value}`
}

/** The line that reads back as exactly this rule, or null. */
export function spellRuleLine(rule: Shape, names: SheetNames): string | null {
  const inner = isObject(rule['not']) ? spellNode(rule['not'], names, false) : spellNode(rule, names, false)
  if (inner === null) return null
  const line = isObject(rule['not']) ? `not (${inner})` : inner
  try {
    return isSameJson(readRuleLine(line, names), rule) ? line : null
  } catch (error) {
    if (error instanceof LineRefusal) return null
    throw error
  }
}

/** Parses a line into an authored rule. LineRefusal with a message for the author. */
export function readRuleLine(line: string, names: SheetNames): Shape {
  const tokens = new TokenReader(line)
  return tokens.whole(() => readRule(tokens, names))
}

function readRule(tokens: TokenReader, names: SheetNames): Shape {
  if (tokens.takes('not')) {
    tokens.expect('(')
    const rule = readGroup(tokens, names, 1)
    tokens.expect(')')
    if (tokens.next.kind !== 'end')
      throw new LineRefusal("'not' inverts a whole rule, so nothing stands behind its bracket. Inside, turn the operators round.")
    return { not: rule }
  }
  const rule = readGroup(tokens, names, 1)
  tokens.end()
  return rule
}

function readGroup(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  const parts = [readPart(tokens, names, depth)]
  let kind: 'all' | 'any' | null = null
  for (;;) {
    const found = tokens.isNext('and') ? 'all' : tokens.isNext('or') ? 'any' : null
    if (found === null) break
    if (kind !== null && found !== kind)
      throw new LineRefusal(
        "'and' and 'or' stand beside each other; say with brackets which belong together, as in 'a == 1 and (b == 2 or c == 3)'.",
      )
    kind = found
    tokens.take()
    parts.push(readPart(tokens, names, depth))
  }
  return kind === null ? parts[0]! : { [kind]: parts }
}

function readPart(tokens: TokenReader, names: SheetNames, depth: number): Shape {
  if (depth > deepest) throw new LineRefusal(`Brackets stand inside each other at most ${deepest} times.`)
  if (tokens.isNext('not'))
    throw new LineRefusal("'not' inverts a whole rule and stands only at its beginning. Inside, turn the operators round.")
  if (tokens.takes('(')) {
    const group = readGroup(tokens, names, depth + 1)
    tokens.expect(')')
    return group
  }
  const operand = readOperand(tokens, names)
  const { text } = tokens.next
  if (!isOperator(text)) tokens.refuse('One of == != >= <= > <')
  tokens.take()
  return { ...operand, operator: text, value: readValue(tokens, operand, names) }
}
