// Compares the meaning of two rules: first by a normal form, otherwise by evaluating all distinguishable cases.
import { isObject } from '../../foundation/json.js'
import {
  compareScalars,
  isOperator,
  type Operator,
  type Scalar,
  type FieldKind,
  numberOf,
  timestampOf,
} from '../question/value.js'
import { storedToShort } from '../question/operand-check.js'
import type { ConditionType } from '../question/operand.js'
import { Malformed, parseRule, type RuleNode } from './stored.js'

type Shape = Readonly<Record<string, unknown>>

/** A rule in normal form: `!=` is a negated `==`, groups are flat and sorted. */
type Node =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'atom'; readonly atom: Atom; readonly negated: boolean }
  | { readonly kind: 'never' }

interface Atom {
  readonly left: Shape
  /** The left side as text in a canonical form. */
  readonly key: string
  readonly operator: Operator
  readonly value: Scalar
}

/** `different`: the results differ in some case. `unknown`: neither equality nor difference could be proven. */
export type RuleComparison = 'same' | 'different' | 'unknown'

/** Greater than the depth of any valid rule. */
const maxDepth = 64

/** A value as text in a canonical form, independent of the order of keys. */
function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${toCanonicalText(value[key])}`).join()}}`
}

class Normalizer {
  constructor(private readonly types: ReadonlyMap<string, ConditionType>) {}

  rule(authored: unknown): Node {
    if (authored === null || authored === undefined) return { kind: 'all', parts: [] }
    if (!isObject(authored)) return { kind: 'never' }
    if (typeof authored['raw'] !== 'string') return this.node(authored, false, 0)
    const parsed = parseRule(authored['raw'])
    if (parsed === null) return { kind: 'all', parts: [] }
    return parsed instanceof Malformed ? { kind: 'never' } : this.storedNode(parsed.root, parsed.not)
  }

  private node(shape: unknown, negated: boolean, depth: number): Node {
    if (!isObject(shape) || depth > maxDepth) return { kind: 'never' }
    if (shape['not'] !== undefined) return this.node(shape['not'], !negated, depth + 1)
    for (const kind of ['all', 'any'] as const) {
      const parts: unknown = shape[kind]
      if (Array.isArray(parts)) {
        return createGroup(
          kind,
          negated,
          parts.map((part) => this.node(part, negated, depth + 1)),
        )
      }
    }
    const { operator, value, ...operand } = shape
    return this.atom(operand, operator, value, negated)
  }

  private storedNode(node: RuleNode, negated: boolean): Node {
    if (node.kind !== 'condition') {
      return createGroup(
        node.kind,
        negated,
        node.parts.map((part) => this.storedNode(part, negated)),
      )
    }
    const { type: name, args, operator, value } = node.condition
    const form = this.types.get(name)?.authoring
    const operand = (form && storedToShort(args, form)) ?? { condition: name, ...args }
    return this.atom(operand, operator, value, negated)
  }

  private atom(shape: Shape, operator: unknown, value: unknown, negated: boolean): Node {
    const { field, ...otherKeys } = shape
    const operand = field === undefined || (field === 'selected' && otherKeys['question'] !== undefined) ? otherKeys : shape
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isOperator(operator) || !isValue) return { kind: 'never' }
    const isNegated = operator === '!=' ? !negated : negated
    const atom = { left: operand, key: toCanonicalText(operand), operator: operator === '!=' ? '==' : operator, value } as const
    return { kind: 'atom', atom, negated: isNegated }
  }
}

/** Applies De Morgan's laws, flattens groups of the same kind and removes duplicates. */
function createGroup(kind: 'all' | 'any', negated: boolean, parts: readonly Node[]): Node {
  const effectiveKind = negated ? (kind === 'all' ? 'any' : 'all') : kind
  const flat = parts.flatMap((part) => (part.kind === effectiveKind ? part.parts : [part]))
  const byText = new Map(flat.map((part) => [toText(part), part]))
  const sorted = [...byText].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, part]) => part)
  return sorted.length === 1 ? sorted[0]! : { kind: effectiveKind, parts: sorted }
}

function toText(node: Node): string {
  if (node.kind === 'never') return 'never'
  if (node.kind === 'atom') {
    const { key, operator, value } = node.atom
    return `${node.negated ? '!' : ''}${key}${operator}${JSON.stringify(value)}`
  }
  return `${node.kind}(${node.parts.map(toText).join()})`
}

function* atomsOf(node: Node): Generator<Atom> {
  if (node.kind === 'atom') yield node.atom
  else if (node.kind !== 'never') for (const part of node.parts) yield* atomsOf(part)
}

const evaluate = (node: Node, truth: ReadonlyMap<string, boolean>): boolean => {
  if (node.kind === 'never') return false
  if (node.kind === 'atom') return truth.get(atomKey(node.atom)) !== node.negated
  return node.kind === 'all'
    ? node.parts.every((part) => evaluate(part, truth))
    : node.parts.some((part) => evaluate(part, truth))
}

const atomKey = ({ key, operator, value }: Atom): string => `${key}${operator}${JSON.stringify(value)}`

/** Maximum number of condition evaluations. */
const maxEvaluations = 400_000

/** Information about the possible values of a left side. */
export interface OperandValues {
  /** True for multi-select questions. */
  readonly several: boolean
  /** All answers. Null if the question has no fixed set of answers. */
  readonly answers: readonly number[] | null
}

interface OperandConditions {
  readonly atoms: Map<string, { readonly operator: Operator; readonly value: Scalar }>
  readonly known: OperandValues | null
}

/** A case: the result of each condition. */
type Case = readonly (readonly [string, boolean])[]

interface ConditionCases {
  readonly cases: readonly Case[]
  /** False if some cases may be impossible. */
  readonly isExact: boolean
}

/** Maximum number of independent conditions on one left side. */
const maxIndependent = 14
/** Maximum number of comparisons for one left side. */
const maxComparisons = 400_000

type Atoms = readonly (readonly [string, { readonly operator: Operator; readonly value: Scalar }])[]

/** All distinct cases. Null if there are too many. */
function enumerateCases({ atoms: atomsByKey, known: operandValues }: OperandConditions): ConditionCases | null {
  const atoms = [...atomsByKey]
  const values = atoms.map(([, { value }]) => value).filter((value) => value !== '')
  const kind = operandValues?.several === true ? null : kindOf(atoms, values)
  if (kind === null)
    return atoms.length > maxIndependent ? null : { cases: allCombinations(atoms.map(([key]) => key)), isExact: false }
  const states: (Scalar | null)[] = [null]
  if (kind === 'number' || kind === 'date') {
    const answers = operandValues?.answers
    states.push(...(answers ?? representatives(values.map((value) => numericOf(value, kind)))))
  } else if (kind === 'boolean') states.push(true, false)
  else states.push(...values, `${values.join()} `)
  if (states.length * atoms.length > maxComparisons) return null
  const casesByResult = new Map<string, Case>()
  for (const state of states) {
    const outcome = atoms.map(([key, { operator, value }]) => [key, compareScalars(state, operator, value, kind)] as const)
    casesByResult.set(outcome.map(([, result]) => (result ? 1 : 0)).join(''), outcome)
  }
  return { cases: [...casesByResult.values()], isExact: true }
}

/** The kind in which the values are compared. Null if it is ambiguous. */
function kindOf(atoms: Atoms, values: readonly Scalar[]): FieldKind | null {
  const isOrdered = atoms.some(([, { operator }]) => operator !== '==')
  if (values.every((value) => typeof value === 'boolean') && !isOrdered) return 'boolean'
  if (values.every((value) => typeof value === 'number')) return 'number'
  if (values.every((value) => typeof value === 'string')) {
    if (!isOrdered) return 'text'
    if (values.every((value) => timestampOf(String(value)) !== null)) return 'date'
    if (values.every((value) => numberOf(String(value)) !== null)) return 'number'
  }
  return null
}

const numericOf = (value: Scalar, kind: FieldKind): number =>
  typeof value === 'number' ? value : ((kind === 'date' ? timestampOf : numberOf)(String(value)) ?? 0)

/** Each value, one number between each two neighbors, and one number at both ends. */
function representatives(values: readonly number[]): readonly number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  if (sorted.length === 0) return [0]
  const middles = sorted.slice(1).map((value, index) => (value + sorted[index]!) / 2)
  return [sorted[0]! - 1, ...sorted, ...middles, sorted.at(-1)! + 1]
}

function allCombinations(keys: readonly string[]): readonly Case[] {
  return Array.from({ length: 2 ** keys.length }, (_, bits) =>
    keys.map((key, index) => [key, ((bits >> index) & 1) === 1] as const),
  )
}

/**
 * Compares two rules in authoring form, including null and raw rules. `known` returns information about the values of a left
 * side.
 */
export function compareRules(
  a: unknown,
  b: unknown,
  types: ReadonlyMap<string, ConditionType>,
  findValues: (left: Shape) => OperandValues | null,
): RuleComparison {
  const reader = new Normalizer(types)
  const [first, second] = [reader.rule(a), reader.rule(b)]
  if (toText(first) === toText(second)) return 'same'
  const lefts = new Map<string, OperandConditions>()
  let size = 0
  for (const { left: operand, key, operator, value } of [...atomsOf(first), ...atomsOf(second)]) {
    const conditions = lefts.get(key) ?? { atoms: new Map(), known: findValues(operand) }
    conditions.atoms.set(atomKey({ left: operand, key, operator, value }), { operator, value })
    lefts.set(key, conditions)
    size++
  }
  const caseLists = [...lefts.values()].flatMap((operandConditions) => enumerateCases(operandConditions) ?? [])
  if (caseLists.length < lefts.size) return 'unknown'
  const count = caseLists.reduce((product, { cases }) => product * cases.length, 1)
  if (count * size > maxEvaluations) return 'unknown'
  const truth = new Map<string, boolean>()
  for (let index = 0; index < count; index++) {
    let rest = index
    for (const { cases } of caseLists) {
      for (const [key, result] of cases[rest % cases.length]!) truth.set(key, result)
      rest = Math.floor(rest / cases.length)
    }
    if (evaluate(first, truth) !== evaluate(second, truth))
      return caseLists.every(({ isExact }) => isExact) ? 'different' : 'unknown'
  }
  return 'same'
}
