// Puts into a solver what every valid configuration obeys: what is held applies, what is required is answered.
import type { FormulaId } from './formulas.js'
import { settled, type AnswerModel, type ProductModel, type QuestionModel } from './model.js'
import type { Reach } from './reach.js'
import type { Literal, Prover } from './solver.js'

export function chosen(prover: Prover, answer: AnswerModel): Literal {
  return prover.value(answer.subject, answer.value)
}

/** Requires for good that whatever is held applies, and that only what can be reached is held. */
export function requireSettled(model: ProductModel, prover: Prover, reached: Reach): void {
  const { formulas } = model
  // A variant table speaks of several questions, and stands with each of them.
  const constraints = new Set(model.questions.flatMap((question) => settled(model, question)))
  for (const constraint of constraints) prover.require(null, constraint)
  for (const answer of model.answerOf.values())
    if (!reached.answers.has(answer.id)) prover.require(null, formulas.not(formulas.in(answer.subject, [answer.value])))
}

/** Requires of every required question what `whole` says of it, wherever the switch is assumed, or always. */
export function requireWhole(
  model: ProductModel,
  prover: Prover,
  under: Literal | null,
  whole: (model: ProductModel, question: QuestionModel) => FormulaId,
): void {
  for (const question of model.questions) if (question.required) prover.require(under, whole(model, question))
}
