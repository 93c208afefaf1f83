// Adds the constraints of valid configurations to a solver: selections apply, and required questions are answered.
import type { FormulaId } from './formulas.js'
import { settledConstraints, type AnswerModel, type ProductModel, type QuestionModel } from './product-model.js'
import type { ReachableRecords } from './reachability.js'
import type { Literal, Prover } from './solver.js'

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
