// Whether two rules say the same: by one normal form, else by trying every case that their conditions can tell apart.
import { isObject } from '../../ground/object.js'
import { storedToShort } from '../question/authoring.js'
import { isOperator, type Operator, type Scalar } from '../question/value.js'
import type { ConditionType } from './define.js'
import { Malformed, parseRule, type RuleNode } from './stored.js'
import { casesOf, type Known, type Left } from './meaning-cases.js'

type Shape = Readonly<Record<string, unknown>>

/** A rule as a tree in which everything is said one way: `!=` is a turned `==`, groups are flat and sorted. */
type Node =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'atom'; readonly atom: Atom; readonly turned: boolean }
  | { readonly kind: 'never' }

interface Atom {
  readonly left: Shape
  /** The left side in one spelling. */
  readonly key: string
  readonly operator: Operator
  readonly value: Scalar
}

/** `different`: some case tells them apart; `unknown`: neither could be shown. */
export type Sameness = 'same' | 'different' | 'unknown'

/** Deeper than any rule that can be stored. */
const deepest = 64

/** The same value in one spelling, whatever the order of its keys. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${spelled(value[key])}`).join()}}`
}

class Reader {
  constructor(private readonly types: ReadonlyMap<string, ConditionType>) {}

  rule(authored: unknown): Node {
    if (authored === null || authored === undefined) return { kind: 'all', parts: [] }
    if (!isObject(authored)) return { kind: 'never' }
    if (typeof authored['raw'] !== 'string') return this.node(authored, false, 0)
    const parsed = parseRule(authored['raw'])
    if (parsed === null) return { kind: 'all', parts: [] }
    return parsed instanceof Malformed ? { kind: 'never' } : this.stored(parsed.root, parsed.not)
  }

  private node(shape: unknown, turned: boolean, depth: number): Node {
    if (!isObject(shape) || depth > deepest) return { kind: 'never' }
    if (shape['not'] !== undefined) return this.node(shape['not'], !turned, depth + 1)
    for (const kind of ['all', 'any'] as const) {
      const parts: unknown = shape[kind]
      if (Array.isArray(parts)) {
        return group(
          kind,
          turned,
          parts.map((part) => this.node(part, turned, depth + 1)),
        )
      }
    }
    const { operator, value, ...left } = shape
    return this.atom(left, operator, value, turned)
  }

  private stored(node: RuleNode, turned: boolean): Node {
    if (node.kind !== 'condition') {
      return group(
        node.kind,
        turned,
        node.parts.map((part) => this.stored(part, turned)),
      )
    }
    const { type: name, args, operator, value } = node.condition
    const form = this.types.get(name)?.authoring
    const left = (form && storedToShort(args, form)) ?? { condition: name, ...args }
    return this.atom(left, operator, value, turned)
  }

  private atom(given: Shape, operator: unknown, value: unknown, turned: boolean): Node {
    const { field, ...others } = given
    const left = field === undefined || (field === 'selected' && others['question'] !== undefined) ? others : given
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isOperator(operator) || !isValue) return { kind: 'never' }
    const isTurned = operator === '!=' ? !turned : turned
    const atom = { left, key: spelled(left), operator: operator === '!=' ? '==' : operator, value } as const
    return { kind: 'atom', atom, turned: isTurned }
  }
}

/** Turned by De Morgan; a group inside of one of its own kind is no group, and what stands twice stands once. */
function group(kind: 'all' | 'any', turned: boolean, parts: readonly Node[]): Node {
  const meant = turned ? (kind === 'all' ? 'any' : 'all') : kind
  const flat = parts.flatMap((part) => (part.kind === meant ? part.parts : [part]))
  const byText = new Map(flat.map((part) => [textOf(part), part]))
  const sorted = [...byText].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, part]) => part)
  return sorted.length === 1 ? sorted[0]! : { kind: meant, parts: sorted }
}

function textOf(node: Node): string {
  if (node.kind === 'never') return 'never'
  if (node.kind === 'atom') {
    const { key, operator, value } = node.atom
    return `${node.turned ? '!' : ''}${key}${operator}${JSON.stringify(value)}`
  }
  return `${node.kind}(${node.parts.map(textOf).join()})`
}

function* atomsOf(node: Node): Generator<Atom> {
  if (node.kind === 'atom') yield node.atom
  else if (node.kind !== 'never') for (const part of node.parts) yield* atomsOf(part)
}

const holds = (node: Node, truth: ReadonlyMap<string, boolean>): boolean => {
  if (node.kind === 'never') return false
  if (node.kind === 'atom') return truth.get(atomKey(node.atom)) !== node.turned
  return node.kind === 'all' ? node.parts.every((part) => holds(part, truth)) : node.parts.some((part) => holds(part, truth))
}

const atomKey = ({ key, operator, value }: Atom): string => `${key}${operator}${JSON.stringify(value)}`

/** Evaluations of conditions at most. */
const mostWork = 400_000

/** Compares two rules in the authoring form; null, or a raw one too. `known` says what is known of a left side's values. */
export function sameRule(
  a: unknown,
  b: unknown,
  types: ReadonlyMap<string, ConditionType>,
  known: (left: Shape) => Known | null,
): Sameness {
  const reader = new Reader(types)
  const [one, other] = [reader.rule(a), reader.rule(b)]
  if (textOf(one) === textOf(other)) return 'same'
  const lefts = new Map<string, Left>()
  let size = 0
  for (const { left, key, operator, value } of [...atomsOf(one), ...atomsOf(other)]) {
    const held = lefts.get(key) ?? { atoms: new Map(), known: known(left) }
    held.atoms.set(atomKey({ left, key, operator, value }), { operator, value })
    lefts.set(key, held)
    size++
  }
  const all = [...lefts.values()].flatMap((left) => casesOf(left) ?? [])
  if (all.length < lefts.size) return 'unknown'
  const count = all.reduce((product, { cases }) => product * cases.length, 1)
  if (count * size > mostWork) return 'unknown'
  const truth = new Map<string, boolean>()
  for (let index = 0; index < count; index++) {
    let rest = index
    for (const { cases } of all) {
      for (const [key, isSo] of cases[rest % cases.length]!) truth.set(key, isSo)
      rest = Math.floor(rest / cases.length)
    }
    if (holds(one, truth) !== holds(other, truth)) return all.every(({ isExact }) => isExact) ? 'different' : 'unknown'
  }
  return 'same'
}
