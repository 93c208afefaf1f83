// Finds valid configurations by trying and amending: most products have few rules, and what obeys all of them needs no solver to show it.
import type { AnswerModel, ProductModel, QuestionModel } from './model.js'
import type { Reach } from './reach.js'

/** Times that all questions are gone through; what does not settle by then is left to the solver. */
const mostPasses = 6

/** The values, changed where rules do not let them stand; null says nothing: there may be a valid configuration near them all the same. */
export function witness(model: ProductModel, reached: Reach, wanted: Int32Array): Int32Array | null {
  const values = wanted.slice()
  for (let pass = 0; pass < mostPasses; pass++) {
    let isSettled = true
    for (const question of model.questions) {
      if (obeys(model, reached, question, values)) continue
      isSettled = false
      amend(model, reached, question, values)
    }
    if (isSettled) return values
  }
  return null
}

const isHeld = ({ subject, value }: AnswerModel, values: Int32Array): boolean => values[subject] === value

/** What every valid configuration obeys, as it is required of a solver: what is held applies and can be reached, what is required is answered. */
function obeys({ formulas }: ProductModel, reached: Reach, question: QuestionModel, values: Int32Array): boolean {
  const isAnswered = question.subjects.some((subject) => values[subject] !== 0)
  if ((isAnswered || question.required) && formulas.holds(question.rule, values) !== isAnswered) return false
  for (const answer of question.answers) {
    if (isHeld(answer, values) && !(reached.answers.has(answer.id) && formulas.holds(answer.own, values))) return false
  }
  return question.tables.every((table) => formulas.holds(table, values))
}

/** Makes it obey as far as its own values can. */
function amend({ formulas, sizes }: ProductModel, reached: Reach, question: QuestionModel, values: Int32Array): void {
  const { subjects, answers, rule, required } = question
  if (!formulas.holds(rule, values)) {
    for (const subject of subjects) values[subject] = 0
    return
  }
  const fits = (answer: AnswerModel): boolean => reached.answers.has(answer.id) && formulas.holds(answer.own, values)
  for (const answer of answers) if (isHeld(answer, values) && !fits(answer)) values[answer.subject] = 0
  if (!required || subjects.some((subject) => values[subject] !== 0)) return
  const fitting = answers.find(fits)
  if (fitting) values[fitting.subject] = fitting.value
  else if (answers.length === 0) for (const subject of subjects) values[subject] = Math.min(1, sizes[subject]! - 1)
}
