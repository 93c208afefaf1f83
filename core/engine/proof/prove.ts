// Proves a whole product: what each rule says, what can never be reached, and which answers no valid configuration holds.
import { Malformed } from '../rule/stored.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { abstract, type Abstraction } from './abstract.js'
import { finding, type Place, type ProofFinding } from './findings.js'
import type { FormulaId } from './formulas.js'
import { proveMatrix } from './matrix-proof.js'
import { reach, unreachableFindings, type Reach } from './reach.js'
import { missingInFigures, missingReferences } from './references-proof.js'
import { proveRule } from './rule-proof.js'
import { complete, finishable } from './model.js'
import { createProver, type Prover } from './solver.js'
import { chosen, requireValid } from './valid-state.js'

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
  /** Judges only the rules of these records, the whole product for reachability and dead answers all the same. */
  readonly only?: (place: Place) => boolean
}

interface RuleHolder {
  readonly place: Place
  readonly title: string
  readonly rules: string | null
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
  const { expired = () => false, only = () => true } = options
  const whole = options.only === undefined
  const model = abstract(source, types)
  const prover = await createProver(model.formulas, model.sizes, expired)
  try {
    const findings: ProofFinding[] = []
    const impossible = new Set<FormulaId>()
    const contradictory = new Set<number>()
    for (const { place, title, rules, formula } of ruleHolders(source, model)) {
      const rule = model.ruleOf(rules)
      if (rule === null) continue
      if (!(rule instanceof Malformed) && prover.possible([prover.literal(formula)]) === 'no') impossible.add(formula)
      const asked = only(place)
      if (place.entity === 'question' && (rule instanceof Malformed || impossible.has(formula))) contradictory.add(place.id)
      if (!asked) continue
      const found = proveRule(model, prover, place, title, rules)
      findings.push(...found, ...missingReferences(source, types, place, title, rule))
    }
    for (const calculation of source.calculations) {
      if (only({ entity: 'calculation', id: calculation.id })) findings.push(...proveMatrix(calculation))
    }
    // A neighbourhood holds no calculations but those that rules name.
    if (whole) findings.push(...missingInFigures(source, types))
    const reached = reach(model, impossible)
    findings.push(...unreachableFindings(model, reached, contradictory))
    findings.push(...selfReferences(model, reached, findings))
    const life = lifeOfAnswers(model, prover, reached, impossible)
    findings.push(...deadFindings(source.id, model, reached, life, findings))
    const neverApplyingQuestions = model.questions
      .filter(({ id }) => !reached.questions.has(id) || life.neverApplying.has(id))
      .map(({ id }) => id)
    const { deadAnswers, forcedAnswers } = life
    return { findings, deadAnswers, neverApplyingQuestions, forcedAnswers, gaveUp: expired() }
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

interface Life {
  readonly anyValid: boolean
  /** Dead answers that a configuration can hold all the same which leaves a required question empty for want of answers. */
  readonly finishable: ReadonlySet<number>
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  /** Questions that apply in no state in which everything held applies. */
  readonly neverApplying: ReadonlySet<number>
}

function lifeOfAnswers(model: Abstraction, prover: Prover, reached: Reach, impossible: ReadonlySet<FormulaId>): Life {
  const strict = requireValid(model, prover, complete, impossible)
  const lenient = requireValid(model, prover, finishable, impossible)
  const neverApplying = new Set<number>()
  for (const question of model.questions) {
    if (!reached.questions.has(question.id)) continue
    if (prover.possible([...strict.settled, prover.literal(question.rule)]) === 'no') neverApplying.add(question.id)
  }
  const valid = [...strict.settled, strict.complete]
  const anyValid = prover.possible([...lenient.settled, lenient.complete]) !== 'no'
  const first = prover.possible(valid)
  // Without a model there is nothing to read answers off: either none exists, or time was up before one was found.
  if (first !== 'yes') return { anyValid, finishable: new Set(), deadAnswers: [], forcedAnswers: [], neverApplying }
  const alive = new Set<number>()
  const always = new Set(model.answerOf.keys())
  const learn = (): void => {
    for (const answer of model.answerOf.values()) {
      if (prover.holds(chosen(prover, answer))) alive.add(answer.id)
      else always.delete(answer.id)
    }
  }
  learn()
  const deadAnswers: number[] = []
  const finishing = new Set<number>()
  for (const answer of model.answerOf.values()) {
    if (alive.has(answer.id)) continue
    const verdict = prover.possible([...valid, chosen(prover, answer)])
    if (verdict === 'yes') learn()
    if (verdict !== 'no') continue
    deadAnswers.push(answer.id)
    if (prover.possible([...lenient.settled, lenient.complete, chosen(prover, answer)]) !== 'no') finishing.add(answer.id)
  }
  const forcedAnswers: number[] = []
  for (const id of [...always]) {
    if (!always.has(id)) continue
    const verdict = prover.possible([...valid, -chosen(prover, model.answerOf.get(id)!)])
    if (verdict === 'yes') learn()
    if (verdict === 'no') forcedAnswers.push(id)
  }
  return { anyValid, finishable: finishing, deadAnswers, forcedAnswers, neverApplying }
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
      if (!life.deadAnswers.includes(answer.id)) continue
      if (known.some((other) => other.entity === 'answer' && other.id === answer.id && other.kind === 'contradiction')) continue
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
