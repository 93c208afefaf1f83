// The distinguishable cases of the conditions on one left side.
// For numbers: each value and each interval in between; otherwise each value and one other value.
import { compareScalars } from '../question/compare.js'
import { type FieldKind, numberOf, type Operator, type Scalar, timestampOf } from '../question/value.js'

/** Information about the possible values of a left side. */
export interface OperandValues {
  /** True for multi-select questions. */
  readonly several: boolean
  /** All answers. Null if the question has no fixed set of answers. */
  readonly answers: readonly number[] | null
}

export interface OperandConditions {
  readonly atoms: Map<string, { readonly operator: Operator; readonly value: Scalar }>
  readonly known: OperandValues | null
}

/** A case: the result of each condition. */
type Case = readonly (readonly [string, boolean])[]

export interface ConditionCases {
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
export function enumerateCases({ atoms: atomsByKey, known: operandValues }: OperandConditions): ConditionCases | null {
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
