// Finds selections with which formulas hold: by guessing where that is enough, as for most rules, else by the solver.
import type { FormulaId, Formulas } from './formulas.js'
import type { ProductModel } from './model.js'
import type { Prover } from './solver.js'

/** Values with which all of the formulas hold; `none` where there are no such, `unknown` where time was up. */
export function exampleOf(model: ProductModel, prover: Prover, wanted: readonly FormulaId[]): Int32Array | 'none' | 'unknown' {
  const guessed = guess(model.formulas, model.sizes, wanted)
  if (guessed) return guessed
  const verdict = prover.possible(wanted.map(prover.literal))
  if (verdict === 'yes') return prover.example()
  return verdict === 'no' ? 'none' : 'unknown'
}

/**
 * The value of every subject, with which all of the formulas hold; answered rather than not where there is a choice. null says
 * nothing: there may be such values all the same.
 */
function guess(formulas: Formulas, sizes: readonly number[], wanted: readonly FormulaId[]): Int32Array | null {
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
  if (!wanted.every(satisfy)) return null
  // What is left open is answered too.
  const example = answered(sizes).slice()
  for (const [subject, value] of values) example[subject] = value
  return example
}

const bases = new WeakMap<readonly number[], Int32Array>()

/** Everything answered that can be; kept, because a product has as many rules as it has subjects, or more. */
function answered(sizes: readonly number[]): Int32Array {
  const known = bases.get(sizes) ?? Int32Array.from(sizes, (size) => Math.min(1, size - 1))
  bases.set(sizes, known)
  return known
}
