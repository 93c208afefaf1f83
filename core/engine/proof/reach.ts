// Finds what can ever be selected, starting from nothing: the least set that rules allow to grow. Allows more than the product, never less.
import { finding, type Place, type ProofFinding } from './findings.js'
import { FALSE, type FormulaId } from './formulas.js'
import type { ProductModel, QuestionModel } from './model.js'

export interface Reach {
  /** Questions that can apply at some time. */
  readonly questions: ReadonlySet<number>
  /** Answers that can be selected at some time. */
  readonly answers: ReadonlySet<number>
}

/** `impossible` are rules already found to contradict themselves. */
export function reach(model: ProductModel, impossible: ReadonlySet<FormulaId>): Reach {
  const { formulas, subjects } = model
  const values = subjects.map((subject) => (subject.kind === 'outside' ? null : new Set([0])))
  const memo = new Map<FormulaId, boolean>()
  const possible = (id: FormulaId): boolean => {
    if (id === FALSE || impossible.has(id)) return false
    const known = memo.get(id)
    if (known !== undefined) return known
    const node = formulas.node(id)
    let holds = node.kind === 'true'
    if (node.kind === 'in') {
      const reached = values[node.subject]
      holds = !reached || node.values.some((value) => reached.has(value))
    } else if (node.kind === 'and') holds = node.parts.every(possible)
    else if (node.kind === 'or') holds = node.parts.some(possible)
    memo.set(id, holds)
    return holds
  }
  const questions = new Set<number>()
  const answers = new Set<number>()
  for (let grown = true; grown; ) {
    grown = false
    memo.clear()
    for (const question of model.questions) {
      if (!questions.has(question.id)) {
        if (!possible(question.rule)) continue
        questions.add(question.id)
        grown = true
        if (question.answers.length === 0) for (const subject of question.subjects) values[subject] = null
      }
      for (const answer of question.answers) {
        if (answers.has(answer.id) || !possible(answer.rule)) continue
        answers.add(answer.id)
        values[answer.subject]!.add(answer.value)
        grown = true
      }
    }
  }
  return { questions, answers }
}

const place = (id: number): Place => ({ entity: 'question', id })

/** Says of every question that can never apply, and does not contradict itself, what it waits for. */
export function unreachableFindings(model: ProductModel, reached: Reach, contradictory: ReadonlySet<number>): ProofFinding[] {
  const lost = model.questions.filter((question) => !reached.questions.has(question.id))
  const lostIds = new Set(lost.map((question) => question.id))
  const waitsFor = new Map(lost.map((question) => [question.id, waits(model, question, lostIds)]))
  const findings: ProofFinding[] = []
  const told = new Set<string>()
  for (const question of lost) {
    if (contradictory.has(question.id)) continue
    const { id, title } = question
    const ring = lost.filter((other) => leads(waitsFor, id, other.id) && leads(waitsFor, other.id, id)).map((other) => other.id)
    const message = `Question '${title}' can never apply`
    if (ring.length > 1) {
      const key = ring.join(',')
      const titles = ring.map((member) => `'${model.questionOf.get(member)!.title}'`).join(', ')
      if (!told.has(key))
        findings.push(
          finding('cycle', place(id), `${message}: ${titles} wait for each other, so none can be the first.`, {
            at: ring.map(place),
          }),
        )
      told.add(key)
    } else if (ring.length === 1) {
      findings.push(finding('self-reference', place(id), `${message}: its rule waits for its own answer.`, { grade: 'warning' }))
    } else {
      const causes = waitsFor.get(id)!
      const titles = causes.map((cause) => `'${model.questionOf.get(cause)!.title}'`).join(', ')
      const because =
        causes.length > 0 ? `, because it depends on ${titles}, which never ${causes.length > 1 ? 'apply' : 'applies'}` : ''
      findings.push(finding('unreachable', place(id), `${message}${because}.`, { at: [...causes, id].map(place) }))
    }
  }
  return findings
}

function waits(model: ProductModel, question: QuestionModel, lost: ReadonlySet<number>): number[] {
  const named = model.formulas.support(question.rule).map((subject) => model.subjects[subject]!.questionId)
  return [...new Set(named)].filter((id): id is number => id !== null && lost.has(id))
}

/** Whether one question waits for the other, directly or through others. */
function leads(waitsFor: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const seen = new Set<number>()
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of waitsFor.get(at) ?? []) {
      if (next === to) return true
      if (!seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
    }
  }
  return false
}
