// Finds values that satisfy formulas: first by a simple guess, which works for most rules, then with the solver.
import type { FormulaId, Formulas } from './formulas.js'
import type { ProductModel } from './product-model.js'
import type { Prover } from './solver.js'

/** Values that satisfy all formulas. `none` if there are none, `unknown` if the time budget ended. */
export function findExample(
  model: ProductModel,
  prover: Prover,
  required: readonly FormulaId[],
): Int32Array | 'none' | 'unknown' {
  const guessedValues = guessValues(model.formulas, required)
  if (guessedValues) return fillValues(model.sizes, guessedValues)
  const verdict = prover.possible(required.map(prover.literal))
  if (verdict === 'yes') return prover.example()
  return verdict === 'no' ? 'none' : 'unknown'
}

/**
 * Whether all formulas are satisfiable. Faster than `findExample`, because it does not read thousands of values from the solver.
 */
export function isSatisfiable(model: ProductModel, prover: Prover, required: readonly FormulaId[]): 'some' | 'none' | 'unknown' {
  const verdict = guessValues(model.formulas, required) ? 'yes' : prover.possible(required.map(prover.literal))
  return verdict === 'yes' ? 'some' : verdict === 'no' ? 'none' : 'unknown'
}

/**
 * Values of some subjects with which all formulas hold for any values of the others. Null if the guess failed; the formulas may
 * still be satisfiable.
 */
function guessValues(formulas: Formulas, required: readonly FormulaId[]): ReadonlyMap<number, number> | null {
  const values = new Map<number, number>()
  const trail: number[] = []
  const satisfy = (id: FormulaId): boolean => {
    const node = formulas.node(id)
    if (node.kind === 'in') {
      const assigned = values.get(node.subject)
      if (assigned !== undefined) return node.values.includes(assigned)
      values.set(node.subject, node.values.find((value) => value > 0) ?? 0)
      trail.push(node.subject)
      return true
    }
    if (node.kind === 'and') return node.parts.every(satisfy)
    if (node.kind !== 'or') return node.kind === 'true'
    const trailLength = trail.length
    return node.parts.some((part) => {
      if (satisfy(part)) return true
      for (const subject of trail.splice(trailLength)) values.delete(subject)
      return false
    })
  }
  return required.every(satisfy) ? values : null
}

/** The value of every subject. Undecided subjects get a selection instead of "nothing". */
function fillValues(sizes: readonly number[], values: ReadonlyMap<number, number>): Int32Array {
  const example = createAnsweredValues(sizes).slice()
  for (const [subject, value] of values) example[subject] = value
  return example
}

const cache = new WeakMap<readonly number[], Int32Array>()

/** Values with a selection for every subject. Cached, because it is needed for every rule. */
export function createAnsweredValues(sizes: readonly number[]): Int32Array {
  const values = cache.get(sizes) ?? Int32Array.from(sizes, (size) => Math.min(1, size - 1))
  cache.set(sizes, values)
  return values
}
