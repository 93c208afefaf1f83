// The stored rule: an infix token stream in JSON, parsed into a tree and spelled from it (domain §3).
import { spell } from '../../ground/spell.js'
import type { Arguments } from '../question/operand.js'
import { isOperator, type Operator, type Scalar } from '../question/value.js'

/** Limits that keep hostile rules cheap. There may be as many conditions as a request can bring; they take more room as they are stored. */
export const ruleLimits = { characters: 4_000_000, depth: 32 } as const

/** One condition as it is stored: its type's name, its arguments, and what the left side is compared with. */
export interface StoredCondition {
  readonly type: string
  readonly args: Arguments
  readonly operator: Operator
  readonly value: Scalar
  /** The value is an answer's id, so the answer is in use by this rule. */
  readonly valueIsAnswer?: boolean
}

export type RuleNode =
  | { readonly kind: 'condition'; readonly condition: StoredCondition }
  | {
      readonly kind: 'all' | 'any'
      readonly parts: readonly RuleNode[]
      /** AND and OR stood on one level without brackets: AND binds, and authors see the raw text. */
      readonly mixed?: boolean
    }

export interface ParsedRule {
  /** A leading NOT inverts the whole rule. */
  readonly not: boolean
  readonly root: RuleNode
}

/** A rule as records hold it, in JSON, or its tree where it was read beforehand; null or '' = none. */
export type StoredRule = string | ParsedRule | null

/** Why a stored rule cannot be read: it evaluates to false and is shown raw. */
export class Malformed extends Error {
  constructor(readonly reason: string) {
    super(reason)
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
    if (depth > ruleLimits.depth) throw new Malformed(`it is nested more than ${ruleLimits.depth} levels deep`)
    // A combinator in front says which group a single part stands in; an infix stream alone could not.
    const leading = combinator(tokens[0])
    if (leading) {
      if (tokens.length !== 2) throw new Malformed('a combinator in front takes exactly one part')
      return { kind: leading, parts: [this.part(tokens[1], depth)] }
    }
    if (tokens.length % 2 === 0) throw new Malformed('conditions and combinators do not alternate')
    const parts: RuleNode[] = []
    const combinators: Combinator[] = []
    for (const [i, token] of tokens.entries()) {
      if (i % 2 === 0) {
        parts.push(this.part(token, depth))
        continue
      }
      const word = combinator(token)
      if (!word) throw new Malformed('conditions and combinators do not alternate')
      combinators.push(word)
    }
    return combine(parts, combinators)
  }

  private part(token: unknown, depth: number): RuleNode {
    if (Array.isArray(token)) return this.level(token, depth + 1)
    if (typeof token !== 'object' || token === null) throw new Malformed('it holds something that is no condition')
    const { type, operator, value, valueIs, ...args } = token as Record<string, unknown>
    if (typeof type !== 'string') throw new Malformed('a condition has no type')
    if (!isOperator(operator)) throw new Malformed(`a condition has the unknown operator '${spell(operator, 20)}'`)
    if (value !== null && !isScalar(value)) throw new Malformed('a condition compares with something that is no single value')
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
 * Large rules that were read lately, by their text: a write looks at one for its references, its reply and its proof. Any other
 * is sooner read anew: a product has thousands, and keeping what they came to costs the collector more than reading them does.
 */
const recent = new Map<string, Parsed>()
const kept = { from: 50_000, characters: 500_000 } as const
let characters = 0

/** Reads a stored rule; a tree is one that was read. null = no rule: always applies. Malformed where it cannot be read; never throws. */
export function parseRule(stored: StoredRule): Parsed {
  if (stored === null || stored === '') return null
  if (typeof stored !== 'string') return stored
  if (stored.length < kept.from) return parse(stored)
  const known = recent.get(stored)
  if (known !== undefined) return known
  const parsed = parse(stored)
  recent.set(stored, parsed)
  characters += stored.length
  for (const oldest of recent.keys()) {
    if (recent.size === 1 || characters <= kept.characters) break
    recent.delete(oldest)
    characters -= oldest.length
  }
  return parsed
}

function parse(stored: string): Parsed {
  if (stored.length > ruleLimits.characters) return new Malformed(`it is longer than ${ruleLimits.characters} characters`)
  let tokens: unknown
  try {
    tokens = JSON.parse(stored)
  } catch {
    return new Malformed('it is not JSON')
  }
  if (tokens === null || (Array.isArray(tokens) && tokens.length === 0)) return null
  if (!Array.isArray(tokens)) return new Malformed('it is not a list of conditions')
  try {
    return new Parser().rule(tokens)
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}

type Token = string | Readonly<Record<string, unknown>> | readonly Token[]

const words = { all: 'AND', any: 'OR' } as const

function tokensOf(node: RuleNode): readonly Token[] {
  if (node.kind === 'condition') {
    const { type, args, operator, value, valueIsAnswer } = node.condition
    return [{ type, ...args, operator, value, ...(valueIsAnswer ? { valueIs: 'answer' } : {}) }]
  }
  const parts = node.parts.map((part): Token => (part.kind === 'condition' ? tokensOf(part)[0]! : tokensOf(part)))
  if (parts.length === 1) return [words[node.kind], parts[0]!]
  return parts.flatMap((part, i) => (i === 0 ? [part] : [words[node.kind], part]))
}

/** Spells a rule as the token stream that is stored. */
export function spellRule(rule: ParsedRule): string {
  const tokens = tokensOf(rule.root)
  return JSON.stringify(rule.not ? ['NOT', ...tokens] : tokens)
}

/** Every condition of a rule, from left to right. */
export function* conditionsOf(node: RuleNode): Generator<StoredCondition> {
  if (node.kind === 'condition') yield node.condition
  else for (const part of node.parts) yield* conditionsOf(part)
}
