// Finds values that satisfy formulas: first by a simple guess, which works for most rules, then with the solver.
import type { FormulaId, Formulas } from './formulas.js'
import { type ProductModel, settledConstraints, type AnswerModel, type QuestionModel } from './product-model.js'
import type { Prover, Literal } from './solver.js'
import type { ReachableRecords } from './reachability.js'

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

// Adds the constraints of valid configurations to a solver: selections apply, and required questions are answered.

export function answerLiteral(prover: Prover, answer: AnswerModel): Literal {
  return prover.value(answer.subject, answer.value)
}

/** Permanently requires that all selections apply and can be reached. */
export function addSettledConstraints(model: ProductModel, prover: Prover, reachable: ReachableRecords): void {
  const { formulas } = model
  // A variant table is listed with each of its questions. The set removes duplicates.
  const constraints = new Set(model.questions.flatMap((question) => settledConstraints(model, question)))
  for (const constraint of constraints) prover.require(null, constraint)
  for (const answer of model.answerOf.values())
    if (!reachable.answers.has(answer.id)) prover.require(null, formulas.not(formulas.in(answer.subject, [answer.value])))
}

/** Adds the constraint `whole` for every required question. With a literal in `under`, only while it is assumed. */
export function addRequiredConstraints(
  model: ProductModel,
  prover: Prover,
  under: Literal | null,
  whole: (model: ProductModel, question: QuestionModel) => FormulaId,
): void {
  for (const question of model.questions) if (question.required) prover.require(under, whole(model, question))
}
