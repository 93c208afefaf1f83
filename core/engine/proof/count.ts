// Counts the valid configurations of a product exactly.
// Possible only if its rules do not depend on calculations or other values outside the questions.
import { compileDiagram, type Diagram, type DiagramBudget } from './diagram.js'
import { FALSE, type FormulaId } from './formulas.js'
import type { EntryWeights } from './diagram-evaluation.js'
import { completeConstraint, settledConstraints, type ProductModel } from './product-model.js'
import { findReachable } from './reachability.js'

/** The counted questions: only required ones (optional ones stay empty), or all. */
export type CountScope = 'required' | 'all'

export interface CountingModel {
  readonly diagram: Diagram
  readonly weights: EntryWeights
  /** The subjects that are counted. */
  readonly subjects: readonly number[]
  /** Titles of questions whose entries count as one, because they cannot be listed (texts, unlimited numbers). */
  readonly countedOnce: readonly string[]
}

/** The reason why an exact count is not possible: rules read values outside the questions, or the budget is used up. */
export type CountObstacle = 'outside' | 'budget'

/** Builds the decision diagram of all valid configurations. */
export function createCountingModel(
  model: ProductModel,
  scope: CountScope,
  budget: DiagramBudget,
): CountingModel | CountObstacle {
  const { formulas, sizes, subjects } = model
  const questions = model.questions.filter((question) => scope === 'all' || question.required)
  const free = new Set(questions.flatMap((question) => question.subjects))
  const reachable = findReachable(model, new Set())
  const constraints = questions.flatMap((question) => {
    const unreachable = question.answers.filter((answer) => !reachable.answers.has(answer.id))
    return [
      ...settledConstraints(model, question),
      ...(question.required ? [completeConstraint(model, question)] : []),
      ...unreachable.map((answer) => formulas.not(formulas.in(answer.subject, [answer.value]))),
    ]
  })
  // Questions that are not counted have no selection. Values outside the questions cannot be decided here.
  const restrictedIds = new Set<FormulaId>()
  for (const constraint of constraints) {
    let id = constraint
    for (const subject of formulas.support(constraint)) {
      if (!free.has(subject) && subjects[subject]!.kind !== 'outside') id = formulas.restrict(id, subject, 0)
    }
    if (formulas.support(id).some((subject) => !free.has(subject))) return 'outside'
    restrictedIds.add(id)
  }
  const diagram = compileDiagram(formulas, sizes, [...free], [...restrictedIds], budget)
  if (diagram === null) return 'budget'
  const unweighted = [...free].filter((subject) => subjects[subject]!.weights.includes(null))
  return {
    diagram: restrictedIds.has(FALSE) ? { root: null, nodes: 0 } : diagram,
    weights: subjects.map((subject) => subject.weights.map((weight) => weight ?? 1n)),
    subjects: [...free],
    countedOnce: unweighted.map((subject) => model.questionOf.get(subjects[subject]!.questionId!)!.title),
  }
}
