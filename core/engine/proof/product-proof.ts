// Proves the rules and tables of a whole product: findings about each rule, missing references, unreachable questions, and dead answers.
import { createMessage } from '../../foundation/message.js'
import { Malformed, type StoredRule, walkConditions, type RuleNode } from '../rule/stored.js'
import type { ProductSource, QuestionSource, EngineTypes } from '../program/source.js'
import { type ProductLookup, indexRecords, findMissingReferences, findMissingCalculations } from './product-lookup.js'
import { answeredFormula, type FormulaId } from './formulas.js'
import { createProofModel, type ProofModel } from './proof-model.js'
import { isSatisfiable, findExample, findReachable, reportUnreachable, type ReachableRecords } from './reachability.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import { type AnswerAnalysis, analyzeAnswers } from './answer-analysis.js'
import { checkMatrix, findMissingPrices } from './price-proof.js'
import { findRedundantParts } from './redundancy.js'
import { createProver, type Prover } from './solver.js'

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

interface ProofOptions {
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

type Bound = 'min' | 'max'

/** The limit, or a placeholder for a calculated limit. Null if there is none. */
function limitOf(question: QuestionSource, bound: Bound): number | null {
  const [kind, staticLimit] =
    bound === 'min' ? [question.set_min_value, question.minval] : [question.set_max_value, question.maxval]
  if (kind === 'none') return null
  return kind === 'static' ? staticLimit : 1
}

/** Whether the question accepts a value far beyond the limit. */
function acceptsBeyond(locator: ProductLookup, question: QuestionSource, bound: Bound): boolean {
  const limit = limitOf(question, bound)
  if (limit === null || !locator.typeOf(question)?.limited) return false
  const distance = Math.abs(limit) + 1
  const value = String(bound === 'min' ? limit - distance : limit + distance)
  return locator.acceptsEntry(question, value, { min: null, max: null, [bound]: limit })
}

/** The findings about the limits of a product's questions. */
function findUncheckedLimits(lookup: ProductLookup, isIncluded: (place: FindingTarget) => boolean): ProofFinding[] {
  return lookup.source.questions.flatMap((question) => {
    const place = { entity: 'question', id: question.id } as const
    if (!isIncluded(place) || !(['min', 'max'] as const).some((bound) => acceptsBeyond(lookup, question, bound))) return []
    const title = question.title ?? String(question.id)
    const message = createMessage('findings.uncheckedLimit', { title })
    return createFinding('unchecked-limit', place, message, { field: 'validate' })
  })
}

const hasSiblings = (node: RuleNode): boolean =>
  node.kind !== 'condition' && (node.parts.length > 1 || node.parts.some(hasSiblings))

/** The findings about a rule. `title` names its question or answer. Empty if the time budget ended first. */
function proveRule(model: ProofModel, prover: Prover, place: FindingTarget, title: string, stored: StoredRule): ProofFinding[] {
  const rule = model.ruleOf(stored)
  if (rule === null) return []
  if (rule instanceof Malformed) {
    return [createFinding('malformed-rule', place, createMessage('findings.malformedRule', { title, reason: rule.reason }))]
  }
  const { formulas } = model
  const root = model.formulaOf(rule.root)
  const formula = rule.not ? formulas.not(root) : root
  const fails = formulas.not(formula)

  // Examples are useful only if the rule has several parts on one level.
  const search = hasSiblings(rule.root) ? findExample : isSatisfiable
  const holding = search(model, prover, [formula])
  if (holding === 'none') {
    return [createFinding('contradiction', place, createMessage('findings.contradiction', { title }))]
  }
  const failing = search(model, prover, [fails])
  if (failing === 'none') {
    return [createFinding('tautology', place, createMessage('findings.tautology', { title }))]
  }
  const comparesEmpty = [...walkConditions(rule.root)].some((condition) => condition.value === '')
  if (!comparesEmpty) {
    const questionIds = new Set(formulas.support(formula).map((subject) => model.subjects[subject]!.questionId))
    const answeredFormulas = [...questionIds].flatMap((id) =>
      id === null ? [] : [answeredFormula(model, model.questionOf.get(id)!)],
    )
    if (answeredFormulas.length > 0 && isSatisfiable(model, prover, [fails, ...answeredFormulas]) === 'none') {
      const message = createMessage('findings.alwaysWhenAnswered', { title })
      return [createFinding('always-true-when-answered', place, message)]
    }
  }
  const examples = [holding, failing].filter((example) => example instanceof Int32Array)
  return findRedundantParts(model, prover, rule, examples).map((part) =>
    createFinding('redundant-part', place, createMessage('findings.redundantPart', { title, where: part }), {
      part,
    }),
  )
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
    findings.push(...findUncheckedLimits(model.lookup, isIncluded))
    // With `only`, the product contains only the calculations that rules read.
    if (isWholeProduct) findings.push(...findMissingCalculations(source, types), ...findMissingPrices(model.lookup, types))
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
