// Finds selections with which formulas hold: by guessing where that is enough, as for most rules, else by the solver.
import type { FormulaId, Formulas } from './formulas.js'
import type { ProductModel } from './model.js'
import type { Prover } from './solver.js'

/** Values with which all of the formulas hold; `none` where there are no such, `unknown` where time was up. */
export function exampleOf(model: ProductModel, prover: Prover, wanted: readonly FormulaId[]): Int32Array | 'none' | 'unknown' {
  const guessed = guess(model.formulas, wanted)
  if (guessed) return filled(model.sizes, guessed)
  const verdict = prover.possible(wanted.map(prover.literal))
  if (verdict === 'yes') return prover.example()
  return verdict === 'no' ? 'none' : 'unknown'
}

/** The same where nobody wants to see the values, of which a large product has thousands. */
export function canHold(model: ProductModel, prover: Prover, wanted: readonly FormulaId[]): 'some' | 'none' | 'unknown' {
  const verdict = guess(model.formulas, wanted) ? 'yes' : prover.possible(wanted.map(prover.literal))
  return verdict === 'yes' ? 'some' : verdict === 'no' ? 'none' : 'unknown'
}

/** By subject values with which all of the formulas hold, whatever the others are. null says nothing: there may be such values all the same. */
function guess(formulas: Formulas, wanted: readonly FormulaId[]): ReadonlyMap<number, number> | null {
  const values = new Map<number, number>()
  const trail: number[] = []
  const satisfy = (id: FormulaId): boolean => {
    const node = formulas.node(id)
    if (node.kind === 'in') {
      const known = values.get(node.subject)
      if (known !== undefined) return node.values.includes(known)
      values.set(node.subject, node.values.find((value) => value > 0) ?? 0)
      trail.push(node.subject)
      return true
    }
    if (node.kind === 'and') return node.parts.every(satisfy)
    if (node.kind !== 'or') return node.kind === 'true'
    const before = trail.length
    return node.parts.some((part) => {
      if (satisfy(part)) return true
      for (const subject of trail.splice(before)) values.delete(subject)
      return false
    })
  }
  return wanted.every(satisfy) ? values : null
}

/** The value of every subject: what is left open is answered rather than not. */
function filled(sizes: readonly number[], values: ReadonlyMap<number, number>): Int32Array {
  const example = allAnswered(sizes).slice()
  for (const [subject, value] of values) example[subject] = value
  return example
}

const bases = new WeakMap<readonly number[], Int32Array>()

/** Everything answered that can be; kept, because a product has as many rules as it has subjects, or more. */
export function allAnswered(sizes: readonly number[]): Int32Array {
  const known = bases.get(sizes) ?? Int32Array.from(sizes, (size) => Math.min(1, size - 1))
  bases.set(sizes, known)
  return known
}
