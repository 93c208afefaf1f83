// Proves a whole product: what each rule says, what can never be reached, and which answers no valid configuration holds.
import { Malformed, type StoredRule } from '../rule/stored.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { abstract, type Abstraction } from './abstract.js'
import { canHold } from './example.js'
import { finding, type Place, type ProofFinding } from './findings.js'
import type { FormulaId } from './formulas.js'
import { type Life, lifeOfAnswers } from './life.js'
import { uncheckedLimits } from './limits-proof.js'
import { proveMatrix } from './matrix-proof.js'
import { missingPrices } from './price-proof.js'
import { reach, unreachableFindings, type Reach } from './reach.js'
import { knownIn, missingInFigures, missingReferences } from './references-proof.js'
import { proveRule } from './rule-proof.js'
import { createProver } from './solver.js'

export interface ProofReport {
  readonly findings: readonly ProofFinding[]
  /** Answers that no valid configuration holds. */
  readonly deadAnswers: readonly number[]
  /** Questions that never apply. */
  readonly neverApplyingQuestions: readonly number[]
  /** Answers that every valid configuration holds. */
  readonly forcedAnswers: readonly number[]
  /** True where the time budget ended first: more may be wrong than is said here, never less. */
  readonly gaveUp: boolean
}

export interface ProofOptions {
  /** Asked again and again; true ends the work with what was found so far. */
  readonly expired?: () => boolean
  /** Judges only these records, on the ground of the whole product: the rest of the report speaks of them alone. */
  readonly only?: (place: Place) => boolean
  /** Told how far the work has come: rules first, then answers. */
  readonly progress?: (stage: 'rules' | 'answers', done: number, of: number) => void
}

interface RuleHolder {
  readonly place: Place
  readonly title: string
  readonly rules: StoredRule
  readonly formula: FormulaId
}

function ruleHolders(source: ProductSource, model: Abstraction): RuleHolder[] {
  const questions = source.questions.map((question) => ({
    place: { entity: 'question', id: question.id } as const,
    title: question.title ?? String(question.id),
    rules: question.rules,
    formula: model.questionOf.get(question.id)!.rule,
  }))
  const answers = source.answers.flatMap((answer) => {
    const known = model.answerOf.get(answer.id)
    if (!known) return []
    return { place: { entity: 'answer', id: answer.id } as const, title: known.title, rules: answer.rules, formula: known.rule }
  })
  return [...questions, ...answers]
}

/** Finds what is wrong with a product's rules and tables. Pure but for the time it asks for. */
export async function prove(source: ProductSource, types: EngineTypes, options: ProofOptions = {}): Promise<ProofReport> {
  const { expired = () => false, only = () => true, progress = () => {} } = options
  const whole = options.only === undefined
  const model = abstract(source, types)
  const known = knownIn(source)
  const prover = await createProver(model.formulas, model.sizes, expired)
  try {
    const findings: ProofFinding[] = []
    const impossible = new Set<FormulaId>()
    const contradictory = new Set<number>()
    const holders = ruleHolders(source, model)
    for (const [i, { place, title, rules, formula }] of holders.entries()) {
      progress('rules', i, holders.length)
      const rule = model.ruleOf(rules)
      if (rule === null) continue
      if (!(rule instanceof Malformed) && canHold(model, prover, [formula]) === 'none') impossible.add(formula)
      const asked = only(place)
      if (place.entity === 'question' && (rule instanceof Malformed || impossible.has(formula))) contradictory.add(place.id)
      if (!asked) continue
      const found = proveRule(model, prover, place, title, rules)
      findings.push(...found, ...missingReferences(known, types, place, title, rule))
    }
    for (const calculation of source.calculations) {
      if (only({ entity: 'calculation', id: calculation.id })) findings.push(...proveMatrix(calculation))
    }
    findings.push(...uncheckedLimits(source, types, only))
    // A neighbourhood holds no calculations but those that rules name.
    if (whole) findings.push(...missingInFigures(source, types), ...missingPrices(source, types))
    const reached = reach(model, impossible)
    findings.push(...unreachableFindings(model, reached, contradictory))
    findings.push(...selfReferences(model, reached, findings))
    const life = await lifeOfAnswers(model, reached, {
      expired,
      progress: (done, of) => progress('answers', done, of),
      asked: (entity, id) => only({ entity, id }),
    })
    findings.push(...deadFindings(source.id, model, reached, life, findings))
    const neverApplyingQuestions = model.questions
      .filter(({ id }) => !reached.questions.has(id) || life.neverApplying.has(id))
      .map(({ id }) => id)
    const { deadAnswers, forcedAnswers } = life
    return { findings, deadAnswers: [...deadAnswers], neverApplyingQuestions, forcedAnswers, gaveUp: expired() }
  } finally {
    prover.dispose()
  }
}

/** Rules that read what they govern, without being stuck by it. */
function selfReferences(model: Abstraction, reached: Reach, known: readonly ProofFinding[]): ProofFinding[] {
  return model.questions.flatMap((question) => {
    const reads = model.formulas.support(question.rule).some((subject) => model.subjects[subject]!.questionId === question.id)
    if (!reads || !reached.questions.has(question.id)) return []
    if (known.some((other) => other.kind === 'self-reference' && other.id === question.id)) return []
    return finding(
      'self-reference',
      { entity: 'question', id: question.id },
      `The rule of '${question.title}' reads its own selection.`,
    )
  })
}

/** Dead answers of questions that are alive themselves; the others were told at their question. */
function deadFindings(
  productId: number,
  model: Abstraction,
  reached: Reach,
  life: Life,
  known: readonly ProofFinding[],
): ProofFinding[] {
  if (!life.anyValid) {
    const message = 'No configuration of this product is valid: its rules and required questions exclude each other.'
    return [finding('no-valid-configuration', { entity: 'product', id: productId }, message)]
  }
  const findings: ProofFinding[] = []
  const told = new Set(known.flatMap(({ kind, entity, id }) => (kind === 'contradiction' && entity === 'answer' ? [id] : [])))
  for (const question of model.questions) {
    if (!reached.questions.has(question.id)) continue
    if (life.neverApplying.has(question.id)) {
      const place: Place = { entity: 'question', id: question.id }
      findings.push(
        finding(
          'unreachable',
          place,
          `Question '${question.title}' can never apply: the other rules exclude whatever its rule asks for.`,
        ),
      )
      continue
    }
    for (const answer of question.answers) {
      if (!life.deadAnswers.has(answer.id) || told.has(answer.id)) continue
      const dead = `No valid configuration holds the answer '${answer.title}' of '${question.title}'`
      const place: Place = { entity: 'answer', id: answer.id }
      if (life.finishable.has(answer.id)) {
        const message = `${dead}: with it, some required question has no answer that applies.`
        findings.push(finding('dead-answer', place, message, { grade: 'notice' }))
      } else findings.push(finding('dead-answer', place, `${dead}.`))
    }
  }
  return findings
}
