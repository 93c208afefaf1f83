// Finds all questions and answers that can ever be selected, starting from an empty configuration (least fixed point).
// Allows more than the product, never less.
import { createMessage } from '../../foundation/message.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import { FALSE, type FormulaId } from './formulas.js'
import type { ProductModel, QuestionModel } from './product-model.js'

export interface ReachableRecords {
  /** Questions that can apply at some point. */
  readonly questions: ReadonlySet<number>
  /** Answers that can be selected at some point. */
  readonly answers: ReadonlySet<number>
}

/** `impossible` are rules that are known to be contradictory. */
export function findReachable(model: ProductModel, impossible: ReadonlySet<FormulaId>): ReachableRecords {
  const { formulas, subjects } = model
  const values = subjects.map((subject) => (subject.kind === 'outside' ? null : new Set([0])))
  const memo = new Map<FormulaId, boolean>()
  const isPossible = (id: FormulaId): boolean => {
    if (id === FALSE || impossible.has(id)) return false
    const cached = memo.get(id)
    if (cached !== undefined) return cached
    const node = formulas.node(id)
    let isReachable = node.kind === 'true'
    if (node.kind === 'in') {
      const reachableValues = values[node.subject]
      isReachable = !reachableValues || node.values.some((value) => reachableValues.has(value))
    } else if (node.kind === 'and') isReachable = node.parts.every(isPossible)
    else if (node.kind === 'or') isReachable = node.parts.some(isPossible)
    memo.set(id, isReachable)
    return isReachable
  }
  const questions = new Set<number>()
  const answers = new Set<number>()
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false
    memo.clear()
    for (const question of model.questions) {
      if (!questions.has(question.id)) {
        if (!isPossible(question.rule)) continue
        questions.add(question.id)
        hasGrown = true
        if (question.answers.length === 0) for (const subject of question.subjects) values[subject] = null
      }
      for (const answer of question.answers) {
        if (answers.has(answer.id) || !isPossible(answer.rule)) continue
        answers.add(answer.id)
        values[answer.subject]!.add(answer.value)
        hasGrown = true
      }
    }
  }
  return { questions, answers }
}

const place = (id: number): FindingTarget => ({ entity: 'question', id })

/** Reports why each unreachable question without a contradictory rule can never apply. */
export function reportUnreachable(
  model: ProductModel,
  reachable: ReachableRecords,
  contradictory: ReadonlySet<number>,
): ProofFinding[] {
  const unreachable = model.questions.filter((question) => !reachable.questions.has(question.id))
  const unreachableIds = new Set(unreachable.map((question) => question.id))
  const dependencies = new Map(
    unreachable.map((question) => [question.id, unreachableDependencies(model, question, unreachableIds)]),
  )
  const findings: ProofFinding[] = []
  const reported = new Set<string>()
  for (const question of unreachable) {
    if (contradictory.has(question.id)) continue
    const { id, title } = question
    const cycle = unreachable
      .filter((other) => dependsOn(dependencies, id, other.id) && dependsOn(dependencies, other.id, id))
      .map((other) => other.id)
    if (cycle.length > 1) {
      const key = cycle.join(',')
      const titles = cycle.map((member) => `'${model.questionOf.get(member)!.title}'`).join(', ')
      if (!reported.has(key))
        findings.push(
          createFinding('cycle', place(id), createMessage('findings.cycle', { title, titles }), {
            at: cycle.map(place),
          }),
        )
      reported.add(key)
    } else if (cycle.length === 1) {
      findings.push(
        createFinding('self-reference', place(id), createMessage('findings.ownAnswer', { title }), { grade: 'warning' }),
      )
    } else {
      const causes = dependencies.get(id)!
      const titles = causes.map((cause) => `'${model.questionOf.get(cause)!.title}'`).join(', ')
      const message =
        causes.length > 0
          ? createMessage('findings.unreachableThrough', { title, titles, count: causes.length })
          : createMessage('findings.unreachable', { title })
      findings.push(createFinding('unreachable', place(id), message, { at: [...causes, id].map(place) }))
    }
  }
  return findings
}

function unreachableDependencies(model: ProductModel, question: QuestionModel, unreachable: ReadonlySet<number>): number[] {
  const questionIds = model.formulas.support(question.rule).map((subject) => model.subjects[subject]!.questionId)
  return [...new Set(questionIds)].filter((id): id is number => id !== null && unreachable.has(id))
}

/** Whether one question depends on the other, directly or indirectly. */
function dependsOn(dependencies: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const visited = new Set<number>()
  const pending = [from]
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const next of dependencies.get(current) ?? []) {
      if (next === to) return true
      if (!visited.has(next)) {
        visited.add(next)
        pending.push(next)
      }
    }
  }
  return false
}
