// Parses and serializes stored rules: an infix token stream in JSON.
import { createMessage, type Message, formatValue } from '../../foundation/message.js'
import {
  type Arguments,
  argumentReferences,
  operandReferences,
  repointArguments,
  type ConditionType,
} from '../question/operand.js'
import { isOperator, type Operator, type Scalar } from '../question/value.js'
import type { Reference, Repoint } from '../../foundation/property/kind.js'

/**
 * Limits against hostile rules. The number of conditions is limited only by the size of requests; the stored form needs more
 * space.
 */
export const ruleLimits = { characters: 4_000_000, depth: 32 } as const

/** A stored condition: the name of its type, its arguments, operator and value. */
export interface StoredCondition {
  readonly type: string
  readonly args: Arguments
  readonly operator: Operator
  readonly value: Scalar
  /** The value is the id of an answer, so the rule references that answer. */
  readonly valueIsAnswer?: boolean
}

export type RuleNode =
  | { readonly kind: 'condition'; readonly condition: StoredCondition }
  | {
      readonly kind: 'all' | 'any'
      readonly parts: readonly RuleNode[]
      /** AND and OR occurred on one level without brackets. AND takes precedence, and authors see the raw text. */
      readonly mixed?: boolean
    }

export interface ParsedRule {
  /** A leading NOT inverts the whole rule. */
  readonly not: boolean
  readonly root: RuleNode
}

/** A rule as JSON text or as parsed tree. null or '' = no rule. */
export type StoredRule = string | ParsedRule | null

/** The reason why a stored rule cannot be parsed. Such a rule evaluates to false and is displayed raw. */
export class Malformed extends Error {
  constructor(readonly reason: Message) {
    super(reason.key)
  }
}

type Combinator = 'all' | 'any'

function combinator(token: unknown): Combinator | null {
  if (typeof token !== 'string') return null
  const word = token.toUpperCase()
  if (word === 'AND') return 'all'
  return word === 'OR' ? 'any' : null
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

class Parser {
  rule(tokens: readonly unknown[]): ParsedRule {
    const not = typeof tokens[0] === 'string' && tokens[0].toUpperCase() === 'NOT'
    return { not, root: this.level(not ? tokens.slice(1) : tokens, 1) }
  }

  private level(tokens: readonly unknown[], depth: number): RuleNode {
    if (depth > ruleLimits.depth) throw new Malformed(createMessage('findings.reasonDepth', { count: ruleLimits.depth }))
    // A leading combinator is the group type of a single part, which infix notation cannot express.
    const leading = combinator(tokens[0])
    if (leading) {
      if (tokens.length !== 2) throw new Malformed(createMessage('findings.reasonCombinator'))
      return { kind: leading, parts: [this.part(tokens[1], depth)] }
    }
    if (tokens.length % 2 === 0) throw new Malformed(createMessage('findings.reasonOrder'))
    const parts: RuleNode[] = []
    const combinators: Combinator[] = []
    for (const [i, token] of tokens.entries()) {
      if (i % 2 === 0) {
        parts.push(this.part(token, depth))
        continue
      }
      const word = combinator(token)
      if (!word) throw new Malformed(createMessage('findings.reasonOrder'))
      combinators.push(word)
    }
    return combine(parts, combinators)
  }

  private part(token: unknown, depth: number): RuleNode {
    if (Array.isArray(token)) return this.level(token, depth + 1)
    if (typeof token !== 'object' || token === null) throw new Malformed(createMessage('findings.reasonNoCondition'))
    const { type, operator, value, valueIs, ...args } = token as Record<string, unknown>
    if (typeof type !== 'string') throw new Malformed(createMessage('findings.reasonNoType'))
    if (!isOperator(operator)) throw new Malformed(createMessage('findings.reasonOperator', { name: formatValue(operator, 20) }))
    if (value !== null && !isScalar(value)) throw new Malformed(createMessage('findings.reasonValue'))
    const answer = valueIs === 'answer' ? { valueIsAnswer: true } : {}
    return { kind: 'condition', condition: { type, args, operator, value: value ?? '', ...answer } }
  }
}

function combine(parts: readonly RuleNode[], combinators: readonly Combinator[]): RuleNode {
  const first = combinators[0]
  if (first === undefined) return parts[0]!
  if (combinators.every((word) => word === first)) return { kind: first, parts }
  const groups: RuleNode[][] = [[parts[0]!]]
  for (const [i, word] of combinators.entries()) {
    if (word === 'any') groups.push([])
    groups.at(-1)!.push(parts[i + 1]!)
  }
  return {
    kind: 'any',
    mixed: true,
    parts: groups.map((group) => (group.length === 1 ? group[0]! : { kind: 'all', parts: group })),
  }
}

type Parsed = ParsedRule | Malformed | null

/**
 * Cache for large rules: a write parses the same rule several times (references, reply, proof). Small rules are parsed again,
 * because caching thousands of small rules costs more in garbage collection.
 */
const cache = new Map<string, Parsed>()
const cacheLimits = { from: 50_000, characters: 500_000 } as const
let cachedCharacters = 0

/** Parses a stored rule. Null = no rule, which always holds. Malformed on failure; never throws. */
export function parseRule(stored: StoredRule): Parsed {
  if (stored === null || stored === '') return null
  if (typeof stored !== 'string') return stored
  if (stored.length < cacheLimits.from) return parseText(stored)
  const cached = cache.get(stored)
  if (cached !== undefined) return cached
  const parsed = parseText(stored)
  cache.set(stored, parsed)
  cachedCharacters += stored.length
  for (const oldest of cache.keys()) {
    if (cache.size === 1 || cachedCharacters <= cacheLimits.characters) break
    cache.delete(oldest)
    cachedCharacters -= oldest.length
  }
  return parsed
}

function parseText(stored: string): Parsed {
  if (stored.length > ruleLimits.characters)
    return new Malformed(createMessage('findings.reasonLength', { count: ruleLimits.characters }))
  let tokens: unknown
  try {
    tokens = JSON.parse(stored)
  } catch {
    return new Malformed(createMessage('findings.reasonJson'))
  }
  if (tokens === null || (Array.isArray(tokens) && tokens.length === 0)) return null
  if (!Array.isArray(tokens)) return new Malformed(createMessage('findings.reasonList'))
  try {
    return new Parser().rule(tokens)
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}

type Token = string | Readonly<Record<string, unknown>> | readonly Token[]

const words = { all: 'AND', any: 'OR' } as const

function toTokens(node: RuleNode): readonly Token[] {
  if (node.kind === 'condition') {
    const { type, args, operator, value, valueIsAnswer } = node.condition
    return [{ type, ...args, operator, value, ...(valueIsAnswer ? { valueIs: 'answer' } : {}) }]
  }
  const parts = node.parts.map((part): Token => (part.kind === 'condition' ? toTokens(part)[0]! : toTokens(part)))
  if (parts.length === 1) return [words[node.kind], parts[0]!]
  return parts.flatMap((part, i) => (i === 0 ? [part] : [words[node.kind], part]))
}

/** Serializes a rule as a token stream. */
export function serializeRule(rule: ParsedRule): string {
  const tokens = toTokens(rule.root)
  return JSON.stringify(rule.not ? ['NOT', ...tokens] : tokens)
}

/** All conditions of a rule, from left to right. */
export function* walkConditions(node: RuleNode): Generator<StoredCondition> {
  if (node.kind === 'condition') yield node.condition
  else for (const part of node.parts) yield* walkConditions(part)
}

// The records that a stored rule references, and the replacement of their ids when a product is copied.

/** All referenced records without duplicates. Empty for a malformed rule. */
export function ruleReferences(stored: string | null, types: ReadonlyMap<string, ConditionType>): readonly Reference[] {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return []
  const references = new Map<string, Reference>()
  const collect = (reference: Reference): void => {
    references.set(`${reference.entity} ${reference.id}`, reference)
  }
  for (const { type: name, args, value, valueIsAnswer } of walkConditions(parsed.root)) {
    const type = types.get(name)
    if (!type) continue
    const operand = 'operand' in type ? type.operand(args) : null
    for (const reference of 'operand' in type ? (operand ? operandReferences(operand) : []) : argumentReferences(type, args))
      collect(reference)
    if (valueIsAnswer && typeof value === 'number') collect({ entity: 'answer', id: value })
  }
  return [...references.values()]
}

function repointCondition(
  { type: name, args, value, ...rest }: StoredCondition,
  types: ReadonlyMap<string, ConditionType>,
  to: Repoint,
): StoredCondition {
  const type = types.get(name)
  if (!type) return { type: name, args, value, ...rest }
  const operand = 'operand' in type ? type.operand(args) : null
  const isAnswer =
    typeof value === 'number' &&
    (rest.valueIsAnswer === true || (operand !== null && 'question' in operand && to.isOf('answer', value, operand.question)))
  return {
    ...rest,
    type: name,
    args: repointArguments(type, args, to),
    value: isAnswer ? to.idOf('answer', value) : value,
  }
}

function repointNode(original: RuleNode, types: ReadonlyMap<string, ConditionType>, to: Repoint): RuleNode {
  return original.kind === 'condition'
    ? { kind: 'condition', condition: repointCondition(original.condition, types, to) }
    : { ...original, parts: original.parts.map((part) => repointNode(part, types, to)) }
}

/** Replaces the ids. Malformed rules and conditions of unregistered types stay unchanged. */
export function repointRule(stored: string, types: ReadonlyMap<string, ConditionType>, to: Repoint): string {
  const parsed = parseRule(stored)
  if (parsed === null || parsed instanceof Malformed) return stored
  return serializeRule({ ...parsed, root: repointNode(parsed.root, types, to) })
}
