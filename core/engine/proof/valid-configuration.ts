// Finds valid configurations by trial and repair. Most products have few rules, so this is usually enough without a solver.
import type { AnswerModel, ProductModel, QuestionModel } from './product-model.js'
import type { ReachableRecords } from './reachability.js'

/** Maximum number of passes over all questions. */
const maxPasses = 6

/** Repairs the values until all rules hold. Returns null if that fails; a valid configuration may still exist. */
export function findValidConfiguration(model: ProductModel, reachable: ReachableRecords, initial: Int32Array): Int32Array | null {
  const values = initial.slice()
  for (let pass = 0; pass < maxPasses; pass++) {
    let isSettled = true
    for (const question of model.questions) {
      if (satisfies(model, reachable, question, values)) continue
      isSettled = false
      repair(model, reachable, question, values)
    }
    if (isSettled) return values
  }
  return null
}

const isSelected = ({ subject, value }: AnswerModel, values: Int32Array): boolean => values[subject] === value

/**
 * Whether the question satisfies the constraints of valid configurations: selections apply and can be reached, required
 * questions are answered.
 */
function satisfies(
  { formulas }: ProductModel,
  reachable: ReachableRecords,
  question: QuestionModel,
  values: Int32Array,
): boolean {
  const isAnswered = question.subjects.some((subject) => values[subject] !== 0)
  if ((isAnswered || question.required) && formulas.holds(question.rule, values) !== isAnswered) return false
  for (const answer of question.answers) {
    if (isSelected(answer, values) && !(reachable.answers.has(answer.id) && formulas.holds(answer.own, values))) return false
  }
  return question.tables.every((table) => formulas.holds(table, values))
}

/** Changes the question's values to satisfy its constraints, as far as possible. */
function repair(
  { formulas, sizes }: ProductModel,
  reachable: ReachableRecords,
  question: QuestionModel,
  values: Int32Array,
): void {
  const { subjects, answers, rule, required } = question
  if (!formulas.holds(rule, values)) {
    for (const subject of subjects) values[subject] = 0
    return
  }
  const fits = (answer: AnswerModel): boolean => reachable.answers.has(answer.id) && formulas.holds(answer.own, values)
  for (const answer of answers) if (isSelected(answer, values) && !fits(answer)) values[answer.subject] = 0
  if (!required || subjects.some((subject) => values[subject] !== 0)) return
  const replacement = answers.find(fits)
  if (replacement) values[replacement.subject] = replacement.value
  else if (answers.length === 0) for (const subject of subjects) values[subject] = Math.min(1, sizes[subject]! - 1)
}
