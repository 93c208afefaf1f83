// The mutable state of one configuration: selections, rule results and cached values, in dense arrays; and the totals of one unit.
import { type Amount, toAmount } from '../money/amount.js'
import { evaluateRule } from '../rule/rule-compiler.js'
import {
  type StateView,
  type GroupView,
  type EvaluationContext,
  evaluateMeasure,
  parseEntryNumber,
  evaluateTotal,
  measuresPerQuestion,
  type Program,
  totalNode,
} from './program.js'

/** The fields that `fork` copies. */
const copiedFields = [
  'numbers',
  'picked',
  'chosen',
  'holds',
  'staleRule',
  'staleQuestions',
  'values',
  'fresh',
  'sumAmounts',
  'pendingMeasures',
  'isPending',
] as const

export class ConfigurationState implements StateView {
  readonly text: (string | null)[]
  readonly numbers: Float64Array
  readonly picked: Int32Array
  readonly chosen: Uint8Array
  readonly group: GroupView
  /** By rule: 1 if the rule holds. Valid only while no rule is stale. */
  readonly holds: Uint8Array
  /** Number of evaluated rules and values since the start, for tests and benchmarks. */
  evaluations = 0

  private readonly staleRule: Uint8Array
  /** One bit per question with a stale rule: its own or that of an answer. */
  private readonly staleQuestions: Int32Array
  private staleCount = 0
  private readonly values: Float64Array
  private readonly fresh: Uint8Array
  /** By question × 3 + measure: the amount that is included in the sums. NaN if it is too large to be exact. */
  private readonly sumAmounts: Float64Array
  private readonly pendingMeasures: Int32Array
  private readonly isPending: Uint8Array
  private pendingLength = 0
  private isEvaluatingChain = false
  /** Nodes whose readers must still be marked as stale. Empty between changes. */
  private readonly outdatedNodes: number[] = []
  private readonly sums: [number, number, number] = [0, 0, 0]
  /** By measure: the number of amounts that are too large for the sum. */
  private readonly tooLarge: [number, number, number] = [0, 0, 0]

  constructor(
    readonly program: Program,
    readonly context: EvaluationContext,
  ) {
    const questions = program.questions.length
    this.text = program.questions.map(() => null)
    this.numbers = new Float64Array(questions).fill(Number.NaN)
    this.picked = new Int32Array(questions).fill(-1)
    this.chosen = new Uint8Array(program.answers.length)
    this.group = program.group(context.customerGroupId)
    this.holds = program.withoutRule.slice()
    this.staleRule = new Uint8Array(program.rules)
    this.staleQuestions = new Int32Array((questions >>> 5) + 1)
    this.values = new Float64Array(program.nodes)
    this.fresh = new Uint8Array(program.nodes)
    this.sumAmounts = new Float64Array(questions * measuresPerQuestion)
    this.pendingMeasures = new Int32Array(questions * measuresPerQuestion)
    this.isPending = new Uint8Array(questions * measuresPerQuestion)
  }

  /** Creates an independent copy, for trying changes. */
  fork(): ConfigurationState {
    const copy = new ConfigurationState(this.program, this.context)
    for (const [question, value] of this.text.entries()) copy.text[question] = value
    for (const key of copiedFields) copyInto(copy[key], this[key])
    copy.staleCount = this.staleCount
    copy.pendingLength = this.pendingLength
    copy.sums.splice(0, 3, ...this.sums)
    copy.tooLarge.splice(0, 3, ...this.tooLarge)
    return copy
  }

  /** Sets a selection and marks all dependent rules and values as stale. `value` is in normalized form; null clears. */
  setSelection(question: number, value: string | null): void {
    const { program } = this
    const { type, kind } = program.questions[question]!
    this.text[question] = value
    if (!type.takesAnswers) this.numbers[question] = value === null ? Number.NaN : parseEntryNumber(kind, value)
    else if (type.multiple) this.setAnswers(question, value)
    else this.setAnswer(question, value)
    const { questionReaders, nodeReaders } = program
    this.markReaders(questionReaders.offsets, questionReaders.items, question)
    while (this.outdatedNodes.length > 0) this.markReaders(nodeReaders.offsets, nodeReaders.items, this.outdatedNodes.pop()!)
  }

  private setAnswer(question: number, value: string | null): void {
    const previous = this.picked[question]!
    if (previous >= 0) this.chosen[previous] = 0
    const answer = value === null ? undefined : this.program.answerIndex.get(Number(value))
    this.picked[question] = answer ?? -1
    this.numbers[question] = answer === undefined ? Number.NaN : Number(value)
    if (answer !== undefined) this.chosen[answer] = 1
  }

  private setAnswers(question: number, value: string | null): void {
    const { questions, answerIndex } = this.program
    const { firstAnswer, endAnswer } = questions[question]!
    this.chosen.fill(0, firstAnswer, endAnswer)
    const picked = (value?.split(',') ?? []).flatMap((id) => answerIndex.get(Number(id)) ?? [])
    for (const answer of picked) this.chosen[answer] = 1
    const single = picked.length === 1 ? picked[0]! : -1
    this.picked[question] = single
    this.numbers[question] = single < 0 ? Number.NaN : Number(value)
  }

  private markReaders(start: Int32Array, items: Int32Array, from: number): void {
    const { rules } = this.program
    for (let i = start[from]!, end = start[from + 1]!; i < end; i++) {
      const reader = items[i]!
      if (reader < rules) {
        this.markRule(reader)
        continue
      }
      const node = reader - rules
      this.markPending(node - this.program.firstFigure)
      // A stale value cannot have fresh readers.
      if (!this.fresh[node]) continue
      this.fresh[node] = 0
      this.outdatedNodes.push(node)
    }
  }

  private markPending(measureIndex: number): void {
    if (measureIndex < 0 || this.isPending[measureIndex] !== 0 || this.program.alwaysZero[measureIndex] !== 0) return
    this.isPending[measureIndex] = 1
    this.pendingMeasures[this.pendingLength++] = measureIndex
  }

  private markRule(rule: number): void {
    if (this.staleRule[rule]) return
    this.staleRule[rule] = 1
    const { questions, questionOfAnswer } = this.program
    this.markStale(rule < questions.length ? rule : questionOfAnswer[rule - questions.length]!)
  }

  /** Marks a question for the next settlement, even if its rules are up to date. */
  markStale(question: number): void {
    const word = question >>> 5
    const bit = 1 << (question & 31)
    if ((this.staleQuestions[word]! & bit) !== 0) return
    this.staleQuestions[word]! |= bit
    this.staleCount++
  }

  /** Whether some rules are stale. */
  get unsettled(): boolean {
    return this.staleCount > 0
  }

  /** The first question with a stale rule at or after `from`; -1 if there is none. */
  nextStale(from: number): number {
    let word = from >>> 5
    if (word >= this.staleQuestions.length) return -1
    let bits = this.staleQuestions[word]! & (-1 << (from & 31))
    while (bits === 0) {
      if (++word >= this.staleQuestions.length) return -1
      bits = this.staleQuestions[word]!
    }
    return (word << 5) + (31 - Math.clz32(bits & -bits))
  }

  /** Evaluates the stale rules of a question and its answers. Rules whose result changed are appended to `flipped`. */
  evaluateRules(question: number, flipped: number[]): void {
    const { staleRule } = this
    const { questions } = this.program
    const { firstAnswer, endAnswer } = questions[question]!
    this.staleQuestions[question >>> 5]! &= ~(1 << (question & 31))
    this.staleCount--
    if (staleRule[question] === 1) this.evaluateStaleRule(question, flipped)
    for (let rule = questions.length + firstAnswer, end = questions.length + endAnswer; rule < end; rule++)
      if (staleRule[rule] === 1) this.evaluateStaleRule(rule, flipped)
  }

  /** Evaluates all rules for the current selections without automatic changes. A new state is valid only after this call. */
  evaluateAllRules(): void {
    const { ruleCode, ruleClosures, ruleEntry, activeRules } = this.program
    for (const rule of activeRules) this.holds[rule] = evaluateRule(ruleCode, ruleClosures, this, ruleEntry[rule]!) ? 1 : 0
    this.evaluations += activeRules.length
    this.staleRule.fill(0)
    this.staleQuestions.fill(0)
    this.staleCount = 0
  }

  private evaluateStaleRule(rule: number, flipped: number[]): void {
    const { ruleCode, ruleClosures, ruleEntry } = this.program
    this.staleRule[rule] = 0
    this.evaluations++
    const result = evaluateRule(ruleCode, ruleClosures, this, ruleEntry[rule]!) ? 1 : 0
    if (result === this.holds[rule]) return
    this.holds[rule] = result
    flipped.push(rule)
  }

  value(node: number): number {
    if (this.fresh[node]) return this.values[node]!
    const { program } = this
    if (program.chain && !this.isEvaluatingChain) {
      // Deep chains would overflow the stack. Evaluate all nodes before this one first.
      this.isEvaluatingChain = true
      for (let i = 0; program.chain[i] !== node; i++) this.value(program.chain[i]!)
      this.isEvaluatingChain = false
    }
    this.evaluations++
    let value: number
    if (program.looped[node]) value = Number.NaN
    else if (node < program.firstFigure) value = program.calculations[node]!(this)
    else if (node < totalNode(program, 0)) value = evaluateMeasure(program, this, node - program.firstFigure)
    else value = evaluateTotal(program, this, node === totalNode(program, 1) ? 1 : 0)
    this.values[node] = value
    this.fresh[node] = 1
    return value
  }

  /**
   * The sum of the prices (0), recurring prices (1) or weights (2) of all questions, in ten-thousandths. Null counts as 0. NaN
   * if one of them is too large to be exact.
   */
  sum(measure: 0 | 1 | 2): number {
    while (this.pendingLength > 0) {
      const index = this.pendingMeasures[--this.pendingLength]!
      this.isPending[index] = 0
      const value = this.value(this.program.firstFigure + index)
      const amount = Number.isNaN(value) ? 0 : toAmount(value)
      const previous = this.sumAmounts[index]!
      this.sums[index % measuresPerQuestion]! += (amount || 0) - (previous || 0)
      this.tooLarge[index % measuresPerQuestion]! += Number(Number.isNaN(amount)) - Number(Number.isNaN(previous))
      this.sumAmounts[index] = amount
    }
    return this.tooLarge[measure] > 0 ? Number.NaN : this.sums[measure]
  }

  applies(question: number): boolean {
    return this.holds[question] === 1
  }

  /** Whether the answer's own rule holds. Its question is checked separately. */
  ownRule(answer: number): boolean {
    return this.holds[this.program.questions.length + answer] === 1
  }

  /** Whether the answer applies and is available. */
  selectable(answer: number): boolean {
    return this.ownRule(answer) && this.applies(this.program.questionOfAnswer[answer]!) && this.program.available[answer] === 1
  }
}

function copyInto(target: Float64Array | Int32Array | Uint8Array, source: Float64Array | Int32Array | Uint8Array): void {
  target.set(source)
}

/** Integers of 1/10,000. A price too large to be exact is NaN; the price function rejects it. */
export interface UnitTotals {
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
}

/** The weight if it is too large to be exact. No shipping method accepts it. */
const maxWeight: Amount = Number.MAX_SAFE_INTEGER

/**
 * The product's base values plus the sum over all questions. Recurring is 0 for a product without recurring
 * pricing.
 */
export function computeUnitTotals(state: ConfigurationState): UnitTotals {
  const { source } = state.program
  const weight = toAmount(source.baseweight) + state.sum(2)
  return {
    net: toAmount(state.group.basePrice) + state.sum(0),
    recurring: toAmount(state.group.baseRecurring) + state.sum(1),
    weight: Number.isNaN(weight) ? maxWeight : weight,
  }
}
