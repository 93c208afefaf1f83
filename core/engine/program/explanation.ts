// Explains why a question or answer does not apply: the rules that block it, the selections that cause it, and the smallest sets of changes.
import { Malformed, type StoredRule } from '../rule/stored.js'
import { translateMessage } from './program.js'
import { questionTitle, validateEntry, currentLimits } from './settlement.js'
import { parseRuleTree, type Condition, evaluateTree, type AnalyzedRule } from './rule-tree.js'
import { type ChangeStep, searchRemedies } from './remedy-search.js'
import { type SearchEffort, type SearchTarget, ExplanationSearch, subsets, tolerance } from './explanation-search.js'
import type { ConfigurationState } from './state.js'
import { formatSelection } from './configuration.js'
import { Refusal } from '../../foundation/property/kind.js'
import { parseId } from '../question/question-type.js'

// Searches for the smallest set of selections that makes a rule fail for all possible selections of the other questions.

interface RuleCauses {
  /** The smallest set of questions whose selections make the rule fail regardless of the others. */
  readonly because: readonly number[]
  readonly exact: boolean
}

class BecauseSearch extends ExplanationSearch {
  because(): readonly number[] {
    const shrunkSet = this.direct ? null : this.shrink()
    if (shrunkSet && this.isSmallest(shrunkSet)) return shrunkSet
    const upperBound = shrunkSet ?? this.questions
    for (let size = 0; size < upperBound.length; size++) {
      for (const subset of subsets(this.questions, size)) {
        if (this.spent()) return shrunkSet ?? this.shrink()
        if (this.suffices(new Set(subset))) return subset
      }
    }
    return upperBound
  }

  /** Removes one question after the other from the explanation, those with the smallest effect first. */
  private shrink(): readonly number[] {
    const effects = this.effects()
    const order = this.questions.toReversed().sort((a, b) => effects.get(a)! - effects.get(b)!)
    const free = new Set(this.findIrrelevant(order, []))
    return this.questions.filter((question) => !free.has(question))
  }

  /** Questions that can be removed from the explanation: all at once if possible, otherwise by halves. */
  private findIrrelevant(order: readonly number[], free: readonly number[]): readonly number[] {
    if (order.length === 0) return free
    const all = [...free, ...order]
    if (this.failsWhatever(all)) return all
    if (order.length === 1) return free
    const middle = order.length >> 1
    return this.findIrrelevant(order.slice(middle), this.findIrrelevant(order.slice(0, middle), free))
  }

  /**
   * Whether the set is proven minimal. This is possible if the rule fails only because of one comparison with a sum: fixing the
   * questions with the largest gains needs the fewest questions.
   */
  private isSmallest(because: readonly number[]): boolean {
    const shortfalls = this.shortfalls()
    const [shortfall] = shortfalls
    if (!shortfall || shortfalls.length > 1 || !this.failsOnlyBy(shortfall.condition)) return false
    let remainingGain = shortfall.gains.reduce((sum, [, gain]) => sum + gain, 0)
    for (const [, gain] of shortfall.gains.slice(0, Math.max(0, because.length - 1))) remainingGain -= gain
    return because.length === 0 || remainingGain > shortfall.amount + tolerance
  }

  /** Whether all other conditions hold, and continue to hold for all selections of this condition's questions. */
  private failsOnlyBy(condition: Condition): boolean {
    const rule = this.target.rules[0]!
    const questionSet = new Set(condition.questions)
    const isSeparate = rule.conditions.every(
      (other) => other === condition || !other.questions.some((question) => questionSet.has(question)),
    )
    return isSeparate && evaluateTree(rule, (other) => other === condition || other.test(this.state)) === true
  }

  /** Whether no selections of the questions outside `kept` can satisfy the rule. */
  private suffices(fixed: ReadonlySet<number>): boolean {
    const free = this.questions.filter((question) => !fixed.has(question))
    return !this.canHold(free, 0)
  }

  private canHold(free: readonly number[], at: number): boolean {
    const question = free[at]
    if (question === undefined) return this.holds()
    if ((at === 0 || !this.direct) && this.failsWhatever(free.slice(at))) return false
    for (const value of this.domains.get(question)!) {
      // If time runs out, the set does not count as sufficient.
      if (this.spent()) return true
      this.trial.setSelection(question, value)
      const result = this.canHold(free, at + 1)
      this.trial.setSelection(question, this.state.text[question]!)
      if (result) return true
    }
    return false
  }
}

/** Explains why a rule fails for the current selections. */
function searchCauses(state: ConfigurationState, rule: AnalyzedRule, effort?: SearchEffort): RuleCauses {
  const search = new BecauseSearch(state, { rules: [rule], works: () => false }, effort)
  const because = search.because()
  return { because, exact: search.exact }
}

/** A current selection that prevents something. Null = nothing is selected. */
interface ExplanationFact {
  readonly question_id: number
  readonly selection: string | null
  /** Display text in the caller's language. Null if nothing is selected. */
  readonly text: string | null
}

/** One change of a remedy. */
interface RemedyStep {
  readonly question_id: number
  readonly from: string | null
  readonly to: string | null
  readonly text: string | null
  /** The step is possible after the preceding ones. Every remedy is tried out before it is returned. */
  readonly possible: true
}

export interface Explanation {
  /** `rule`: its rule fails. `malformed`: its stored rule cannot be parsed. `question`: only its question does not apply. */
  readonly reason: 'rule' | 'malformed' | 'question'
  /** A smallest set of current selections that makes the rule fail on its own. Empty if no selections can satisfy the rule. */
  readonly because: readonly ExplanationFact[]
  /** The smallest sets of changes found, each in the order in which the changes can be made. */
  readonly remedies: readonly (readonly RemedyStep[])[]
  /**
   * False if the search was aborted or could not try all values of a calculation. The result is then correct but may not be the
   * smallest.
   */
  readonly exact: boolean
  /** The explanation as text in the caller's language. */
  readonly message: string
}

function toFact(state: ConfigurationState, question: number): ExplanationFact {
  const selection = state.text[question]!
  return { question_id: state.program.questions[question]!.id, selection, text: formatSelection(state, question, selection) }
}

function toRemedyStep(state: ConfigurationState, { question, to }: ChangeStep): RemedyStep {
  const { id } = state.program.questions[question]!
  return { question_id: id, from: state.text[question]!, to, text: formatSelection(state, question, to), possible: true }
}

function titleOfId(state: ConfigurationState, id: number): string {
  return questionTitle(state, state.program.questionIndex.get(id)!)
}

function joinTexts(state: ConfigurationState, parts: readonly string[], word: 'shop.listAnd' | 'shop.listOr'): string {
  return parts.reduce((first, second) => translateMessage(state.context.texts, word, { first, second }))
}

function describe(
  state: ConfigurationState,
  name: string,
  because: readonly ExplanationFact[],
  remedies: Explanation['remedies'],
): string {
  const { texts } = state.context
  if (remedies.length === 0 && because.length === 0) return translateMessage(texts, 'shop.neverAvailable', { name })
  const facts = because.map(({ question_id, text }) =>
    text === null
      ? translateMessage(texts, 'shop.nothingSelectedFact', { question: titleOfId(state, question_id) })
      : translateMessage(texts, 'shop.selectedFact', { question: titleOfId(state, question_id), text }),
  )
  const cause = translateMessage(texts, 'shop.unavailableBecause', {
    name,
    facts: joinTexts(state, facts, 'shop.listAnd'),
  })
  if (remedies.length === 0) return cause
  const solutions = remedies.map((steps) => {
    const changes = steps.map(({ question_id, text }) =>
      text === null
        ? translateMessage(texts, 'shop.noSelectionWay', { question: titleOfId(state, question_id) })
        : translateMessage(texts, 'shop.selectionWay', { question: titleOfId(state, question_id), text }),
    )
    return joinTexts(state, changes, 'shop.listAnd')
  })
  return `${cause} ${translateMessage(texts, 'shop.availableWith', { ways: joinTexts(state, solutions, 'shop.listOr') })}`
}

/** The rules that must hold for a question, or an answer with its question, to apply. Null if one cannot be parsed. */
function targetFor(state: ConfigurationState, question: number, answer: number | null): SearchTarget | null {
  const { questions, answers } = state.program
  const stored = [questions[question]!.source.rules, ...(answer === null ? [] : [answers[answer]!.rules])]
  const trees = stored.map((rule) => parseRuleTree(state.program, rule))
  if (trees.some((rule) => rule instanceof Malformed)) return null
  return {
    rules: trees.flatMap((rule) => (rule === null || rule instanceof Malformed ? [] : [rule])),
    works: (after) => after.applies(question) && (answer === null || after.ownRule(answer)),
  }
}

/** What must happen before a step is possible: its question, or the first unavailable answer, must apply. */
function requirementOf(state: ConfigurationState, { question, to }: ChangeStep): SearchTarget | null {
  const { type } = state.program.questions[question]!
  const answers = to === null || !type.takesAnswers ? [] : to.split(',').map((id) => state.program.answerIndex.get(Number(id)))
  const blockedAnswer = answers.find((answer) => answer !== undefined && !state.ownRule(answer))
  if (blockedAnswer !== undefined) return targetFor(state, question, blockedAnswer)
  return to === null || state.applies(question) ? null : targetFor(state, question, null)
}

/** `name` and `stored` describe the failing rule. `target` is the desired result. */
function explainRule(
  state: ConfigurationState,
  name: string,
  stored: StoredRule,
  target: SearchTarget | null,
  effort?: SearchEffort,
): Explanation {
  const rule = parseRuleTree(state.program, stored)
  if (rule === null || rule instanceof Malformed) {
    const message = translateMessage(state.context.texts, 'shop.ruleUnreadable', {
      name,
    })
    return { reason: 'malformed', because: [], remedies: [], exact: true, message }
  }
  const cause = searchCauses(state, rule, effort)
  const solutions = target
    ? searchRemedies(state, target, (step) => requirementOf(state, step), effort)
    : { remedies: [], exact: true }
  const facts = cause.because.map((question) => toFact(state, question))
  const steps = solutions.remedies.map((remedy) => remedy.map((step) => toRemedyStep(state, step)))
  const exact = cause.exact && solutions.exact
  return { reason: 'rule', because: facts, remedies: steps, exact, message: describe(state, name, facts, steps) }
}

/**
 * Explains why a question (by id) does not apply. Null if it applies. `effort` is the part of the search budget that is already
 * used. Throws RangeError for an unknown id.
 */
export function explainQuestion(state: ConfigurationState, questionId: number, effort?: SearchEffort): Explanation | null {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined) throw new RangeError(`This product has no question ${questionId}.`)
  if (state.applies(index)) return null
  const { rules } = state.program.questions[index]!.source
  return explainRule(state, questionTitle(state, index), rules, targetFor(state, index, null), effort)
}

/**
 * Explains why an answer (by id) does not apply. Null if it applies. If only its question does not apply, the reason is
 * `question` and the explanation is that of the question. Remedies make the answer and its question apply.
 */
export function explainAnswer(state: ConfigurationState, answerId: number, effort?: SearchEffort): Explanation | null {
  const { program, context } = state
  const index = program.answerIndex.get(answerId)
  if (index === undefined) throw new RangeError(`This product has no answer ${answerId}.`)
  const answer = program.answers[index]!
  const question = program.questionOfAnswer[index]!
  const target = targetFor(state, question, index)
  if (!state.ownRule(index))
    return explainRule(state, context.texts?.answers[answerId] ?? answer.title ?? String(answerId), answer.rules, target, effort)
  if (state.applies(question)) return null
  const { rules } = program.questions[question]!.source
  return { ...explainRule(state, questionTitle(state, question), rules, target, effort), reason: 'question' }
}

// The rules, limits and variant tables that block a selection, for authors who look for the cause.

/**
 * What blocks a selection: the rule of a question or answer, a variant table, a question's limits, or an unavailable answer.
 * `id` is its record id.
 */
export interface BlockingRule {
  readonly kind: 'question' | 'answer' | 'table' | 'limits' | 'unavailable'
  readonly id: number
}

/** Whether the stored rule of an answer fails, without the rules from variant tables. */
function ownRuleFails(state: ConfigurationState, id: number): boolean {
  const rules = state.program.source.answers.find((answer) => answer.id === id)?.rules ?? null
  const rule = parseRuleTree(state.program, rules)
  if (rule === null) return false
  return rule instanceof Malformed || evaluateTree(rule, (condition) => condition.test(state)) === false
}

function blocksOfAnswer(state: ConfigurationState, question: number, id: number): readonly BlockingRule[] {
  const { program } = state
  const answer = program.answerIndex.get(id)
  if (answer === undefined || program.questionOfAnswer[answer] !== question) return []
  const blocks: BlockingRule[] = program.available[answer] === 1 || state.chosen[answer] ? [] : [{ kind: 'unavailable', id }]
  if (state.ownRule(answer)) return blocks
  const tables = program.findBlockingTables?.(state, question, String(id)) ?? []
  if (tables.length === 0 || ownRuleFails(state, id)) blocks.unshift({ kind: 'answer', id })
  return [...blocks, ...tables.map((table): BlockingRule => ({ kind: 'table', id: table }))]
}

/** Blocks of a number outside its limits or excluded by variant tables. Other invalid entries have no blocking rule. */
function blocksOfEntry(state: ConfigurationState, question: number, value: string): readonly BlockingRule[] {
  const outcome = validateEntry(state, question, value)
  if (!(outcome instanceof Refusal))
    return (state.program.findBlockingTables?.(state, question, outcome.value) ?? []).map((id) => ({ kind: 'table', id }))
  const { min, max } = currentLimits(state, question)
  const number = Number(value)
  const outside = (min !== null && number < min) || (max !== null && number > max)
  return outside ? [{ kind: 'limits', id: state.program.questions[question]!.id }] : []
}

/** The blocks of a selection. Empty if it is allowed, if it clears the question, or if the product has no such question. */
export function findBlockingRules(
  state: ConfigurationState,
  questionId: number,
  value: string | number | null,
): readonly BlockingRule[] {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined || value === null || value === '') return []
  if (!state.applies(index)) return [{ kind: 'question', id: questionId }]
  const text = String(value)
  if (!state.program.questions[index]!.type.takesAnswers) return blocksOfEntry(state, index, text)
  const ids = [...new Set(text.split(','))].map(parseId)
  return ids.flatMap((id) => blocksOfAnswer(state, index, id))
}
