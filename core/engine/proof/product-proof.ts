// Proves the rules and tables of a whole product: the findings about each rule, unreachable questions, and dead answers.
import { createMessage } from '../../foundation/message.js'
import { Malformed, type StoredRule } from '../rule/stored.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { createProofModel, type ProofModel } from './proof-model.js'
import { isSatisfiable } from './example.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import type { FormulaId } from './formulas.js'
import { type AnswerAnalysis, analyzeAnswers } from './answer-analysis.js'
import { findUncheckedLimits } from './limits-proof.js'
import { checkMatrix } from './matrix-proof.js'
import { findMissingPrices } from './price-proof.js'
import { findReachable, reportUnreachable, type ReachableRecords } from './reachability.js'
import { indexRecords, findMissingCalculations, findMissingReferences } from './references-proof.js'
import { proveRule } from './rule-proof.js'
import { createProver } from './solver.js'

export interface ProofReport {
  readonly findings: readonly ProofFinding[]
  /** Answers that are part of no valid configuration. */
  readonly deadAnswers: readonly number[]
  /** Questions that never apply. */
  readonly neverApplyingQuestions: readonly number[]
  /** Answers that are part of every valid configuration. */
  readonly forcedAnswers: readonly number[]
  /** True if the time budget ended. There may then be more problems than reported. */
  readonly gaveUp: boolean
}

export interface ProofOptions {
  /** Called repeatedly. True stops the proof with the findings so far. */
  readonly expired?: () => boolean
  /** Limits the report to these records. The whole product is still taken into account. */
  readonly only?: (place: FindingTarget) => boolean
  /** Reports progress: first rules, then answers. */
  readonly progress?: (stage: 'rules' | 'answers', done: number, of: number) => void
}

interface RuleHolder {
  readonly place: FindingTarget
  readonly title: string
  readonly rules: StoredRule
  readonly formula: FormulaId
}

function ruleHolders(source: ProductSource, model: ProofModel): RuleHolder[] {
  const questions = source.questions.map((question) => ({
    place: { entity: 'question', id: question.id } as const,
    title: question.title ?? String(question.id),
    rules: question.rules,
    formula: model.questionOf.get(question.id)!.rule,
  }))
  const answers = source.answers.flatMap((answer) => {
    const modelled = model.answerOf.get(answer.id)
    if (!modelled) return []
    return {
      place: { entity: 'answer', id: answer.id } as const,
      title: modelled.title,
      rules: answer.rules,
      formula: modelled.rule,
    }
  })
  return [...questions, ...answers]
}

/** Finds problems in a product's rules and tables. Pure, except for `expired` and `progress`. */
export async function runProofs(source: ProductSource, types: EngineTypes, options: ProofOptions = {}): Promise<ProofReport> {
  const { expired = () => false, only: isIncluded = () => true, progress = () => {} } = options
  const isWholeProduct = options.only === undefined
  const model = createProofModel(source, types)
  const records = indexRecords(source)
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
      if (!(rule instanceof Malformed) && isSatisfiable(model, prover, [formula]) === 'none') impossible.add(formula)
      const isRequested = isIncluded(place)
      if (place.entity === 'question' && (rule instanceof Malformed || impossible.has(formula))) contradictory.add(place.id)
      if (!isRequested) continue
      const ruleFindings = proveRule(model, prover, place, title, rules)
      findings.push(...ruleFindings, ...findMissingReferences(records, types, place, title, rule))
    }
    for (const calculation of source.calculations) {
      if (isIncluded({ entity: 'calculation', id: calculation.id })) findings.push(...checkMatrix(calculation))
    }
    findings.push(...findUncheckedLimits(source, types, isIncluded))
    // With `only`, the product contains only the calculations that rules read.
    if (isWholeProduct) findings.push(...findMissingCalculations(source, types), ...findMissingPrices(source, types))
    const reachable = findReachable(model, impossible)
    findings.push(...reportUnreachable(model, reachable, contradictory))
    findings.push(...selfReferences(model, reachable, findings))
    const life = await analyzeAnswers(model, reachable, {
      expired,
      progress: (completedCount, of) => progress('answers', completedCount, of),
      isRequested: (entity, id) => isIncluded({ entity, id }),
    })
    findings.push(...deadFindings(source.id, model, reachable, life, findings))
    const neverApplyingQuestions = model.questions
      .filter(({ id }) => !reachable.questions.has(id) || life.neverApplying.has(id))
      .map(({ id }) => id)
    const { deadAnswers, forcedAnswers } = life
    return { findings, deadAnswers: [...deadAnswers], neverApplyingQuestions, forcedAnswers, gaveUp: expired() }
  } finally {
    prover.dispose()
  }
}

/** Rules that read their own question without blocking it. */
function selfReferences(model: ProofModel, reachable: ReachableRecords, previous: readonly ProofFinding[]): ProofFinding[] {
  return model.questions.flatMap((question) => {
    const reads = model.formulas.support(question.rule).some((subject) => model.subjects[subject]!.questionId === question.id)
    if (!reads || !reachable.questions.has(question.id)) return []
    if (previous.some((other) => other.kind === 'self-reference' && other.id === question.id)) return []
    return createFinding(
      'self-reference',
      { entity: 'question', id: question.id },
      createMessage('findings.ownSelection', { title: question.title }),
    )
  })
}

/** Dead answers of questions that can apply. Others are reported with their question. */
function deadFindings(
  productId: number,
  model: ProofModel,
  reachable: ReachableRecords,
  life: AnswerAnalysis,
  previous: readonly ProofFinding[],
): ProofFinding[] {
  if (!life.anyValid) {
    const message = createMessage('findings.noValidConfiguration')
    return [createFinding('no-valid-configuration', { entity: 'product', id: productId }, message)]
  }
  const findings: ProofFinding[] = []
  const reported = new Set(
    previous.flatMap(({ kind, entity, id }) => (kind === 'contradiction' && entity === 'answer' ? [id] : [])),
  )
  for (const question of model.questions) {
    if (!reachable.questions.has(question.id)) continue
    if (life.neverApplying.has(question.id)) {
      const place: FindingTarget = { entity: 'question', id: question.id }
      findings.push(createFinding('unreachable', place, createMessage('findings.excluded', { title: question.title })))
      continue
    }
    for (const answer of question.answers) {
      if (!life.deadAnswers.has(answer.id) || reported.has(answer.id)) continue
      const titles = { title: answer.title, question: question.title }
      const place: FindingTarget = { entity: 'answer', id: answer.id }
      if (life.finishable.has(answer.id)) {
        const message = createMessage('findings.answerBlocksOthers', titles)
        findings.push(createFinding('dead-answer', place, message, { grade: 'notice' }))
      } else findings.push(createFinding('dead-answer', place, createMessage('findings.deadAnswer', titles)))
    }
  }
  return findings
}
