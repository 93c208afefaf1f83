// Counts the valid configurations of a product exactly, where its rules can be decided without calculations or the outside.
import { compileDiagram, type Diagram, type DiagramBudget } from './diagram.js'
import { FALSE, type FormulaId } from './formulas.js'
import type { Weights } from './measure.js'
import { complete, settled, type ProductModel } from './model.js'
import { reach } from './reach.js'

/** Which questions take part: the required ones, with the optional left unanswered, or all of them. */
export type CountScope = 'required' | 'all'

export interface Counting {
  readonly diagram: Diagram
  readonly weights: Weights
  /** The subjects that take part. */
  readonly subjects: readonly number[]
  /** Titles of questions whose entries count as one each, because they cannot be listed (texts, open numbers). */
  readonly countedOnce: readonly string[]
}

/** Why an exact count is not to be had. */
export type Hindrance = 'outside' | 'budget'

/** Builds the decision diagram of all valid configurations. */
export function countable(model: ProductModel, scope: CountScope, budget: DiagramBudget): Counting | Hindrance {
  const { formulas, sizes, subjects } = model
  const taking = model.questions.filter((question) => scope === 'all' || question.required)
  const free = new Set(taking.flatMap((question) => question.subjects))
  const reached = reach(model, new Set())
  const constraints = taking.flatMap((question) => {
    const lost = question.answers.filter((answer) => !reached.answers.has(answer.id))
    return [
      ...settled(model, question),
      ...(question.required ? [complete(model, question)] : []),
      ...lost.map((answer) => formulas.not(formulas.in(answer.subject, [answer.value]))),
    ]
  })
  // What takes no part holds nothing; what lies outside cannot be decided here.
  const restricted = new Set<FormulaId>()
  for (const constraint of constraints) {
    let id = constraint
    for (const subject of formulas.support(constraint)) {
      if (!free.has(subject) && subjects[subject]!.kind !== 'outside') id = formulas.restrict(id, subject, 0)
    }
    if (formulas.support(id).some((subject) => !free.has(subject))) return 'outside'
    restricted.add(id)
  }
  const diagram = compileDiagram(formulas, sizes, [...free], [...restricted], budget)
  if (diagram === null) return 'budget'
  const countedOnce = [...free].filter((subject) => subjects[subject]!.weights.includes(null))
  return {
    diagram: restricted.has(FALSE) ? { root: null, nodes: 0 } : diagram,
    weights: subjects.map((subject) => subject.weights.map((weight) => weight ?? 1n)),
    subjects: [...free],
    countedOnce: countedOnce.map((subject) => model.questionOf.get(subjects[subject]!.questionId!)!.title),
  }
}
