// The cases that the conditions on one left side can tell apart: for numbers each value and what lies between, for others each value and another.
import { compareScalars } from '../question/compare.js'
import { type FieldKind, numberOf, type Operator, type Scalar, timestampOf } from '../question/value.js'

/** What is known of the values of a left side. */
export interface Known {
  /** True where several answers may be selected at once. */
  readonly several: boolean
  /** All answers that there are; null where anything may be entered. */
  readonly answers: readonly number[] | null
}

export interface Left {
  readonly atoms: Map<string, { readonly operator: Operator; readonly value: Scalar }>
  readonly known: Known | null
}

/** A case: which of the conditions hold in it. */
type Case = readonly (readonly [string, boolean])[]

export interface Cases {
  readonly cases: readonly Case[]
  /** False where some of the cases may be none that can come about. */
  readonly isExact: boolean
}

/** A left side with more conditions that have nothing to do with each other has too many cases. */
const mostFree = 14
/** Comparisons of one left side with all its values at most. */
const mostComparisons = 400_000

type Atoms = readonly (readonly [string, { readonly operator: Operator; readonly value: Scalar }])[]

/** Every case once; null where there are too many. */
export function casesOf({ atoms: held, known }: Left): Cases | null {
  const atoms = [...held]
  const values = atoms.map(([, { value }]) => value).filter((value) => value !== '')
  const kind = known?.several === true ? null : kindOf(atoms, values)
  if (kind === null) return atoms.length > mostFree ? null : { cases: freely(atoms.map(([key]) => key)), isExact: false }
  const states: (Scalar | null)[] = [null]
  if (kind === 'number' || kind === 'date') {
    const answers = known?.answers
    states.push(...(answers ?? between(values.map((value) => numericOf(value, kind)))))
  } else if (kind === 'boolean') states.push(true, false)
  else states.push(...values, `${values.join()} `)
  if (states.length * atoms.length > mostComparisons) return null
  const seen = new Map<string, Case>()
  for (const state of states) {
    const one = atoms.map(([key, { operator, value }]) => [key, compareScalars(state, operator, value, kind)] as const)
    seen.set(one.map(([, isSo]) => (isSo ? 1 : 0)).join(''), one)
  }
  return { cases: [...seen.values()], isExact: true }
}

/** How the values compare; null where that cannot be told from them. */
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

/** Each value, one between each two of them, and one on either side. */
function between(values: readonly number[]): readonly number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  if (sorted.length === 0) return [0]
  const middles = sorted.slice(1).map((value, index) => (value + sorted[index]!) / 2)
  return [sorted[0]! - 1, ...sorted, ...middles, sorted.at(-1)! + 1]
}

function freely(keys: readonly string[]): readonly Case[] {
  return Array.from({ length: 2 ** keys.length }, (_, bits) =>
    keys.map((key, index) => [key, ((bits >> index) & 1) === 1] as const),
  )
}
