// Puts into a solver what every valid configuration obeys: what is held applies, what is required is answered.
import type { FormulaId } from './formulas.js'
import { settled, type AnswerModel, type ProductModel, type QuestionModel } from './model.js'
import { reach } from './reach.js'
import type { Literal, Prover } from './solver.js'

export interface ValidState {
  /** Assumed: whatever is held applies, and only what can be reached is held. */
  readonly settled: readonly Literal[]
  /** Assumed besides: every required question that applies is answered. */
  readonly complete: Literal
}

export function chosen(prover: Prover, answer: AnswerModel): Literal {
  return prover.value(answer.subject, answer.value)
}

/** `whole` says what a required question asks of a whole configuration; `impossible` are rules known to contradict themselves. */
export function requireValid(
  model: ProductModel,
  prover: Prover,
  whole: (model: ProductModel, question: QuestionModel) => FormulaId,
  impossible: ReadonlySet<FormulaId> = new Set(),
): ValidState {
  const settledState = prover.switch()
  const complete = prover.switch()
  for (const question of model.questions) {
    for (const constraint of settled(model, question)) prover.require(settledState, constraint)
    if (question.required) prover.require(complete, whole(model, question))
  }
  const reached = reach(model, impossible)
  const lost = [...model.answerOf.values()]
    .filter((answer) => !reached.answers.has(answer.id))
    .map((answer) => -chosen(prover, answer))
  return { settled: [settledState, ...lost], complete }
}
