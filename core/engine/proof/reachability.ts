// Finds all questions and answers that can ever be selected (more than the product allows, never less), and example configurations.
import { createMessage } from '../../foundation/message.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import {
  FALSE,
  type FormulaId,
  type Formulas,
  type ProductModel,
  type QuestionModel,
  settledConstraints,
  type AnswerModel,
} from './formulas.js'
import type { Prover, Literal } from './solver.js'

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
