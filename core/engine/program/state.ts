// The state of one configuration: what is selected, which rules hold, and memoised values, all in dense arrays. Mutable.
import { toAmount } from '../money/amount.js'
import { evaluateRule } from '../rule/compile.js'
import type { StateView, GroupView } from './state-view.js'
import type { EvaluationContext } from './context.js'
import { figureOf, numberFor, totalOf } from './figures.js'
import { figuresPerQuestion, type Program, totalNode } from './program.js'

/** What a copy takes over as it stands. */
const copied = [
  'numbers',
  'picked',
  'chosen',
  'holds',
  'staleRule',
  'staleQuestions',
  'values',
  'fresh',
  'counted',
  'uncounted',
  'isUncounted',
] as const

export class State implements StateView {
  readonly text: (string | null)[]
  readonly numbers: Float64Array
  readonly picked: Int32Array
  readonly chosen: Uint8Array
  readonly group: GroupView
  /** By rule: 1 where it holds. Sound whenever no rule is stale. */
  readonly holds: Uint8Array
  /** How many rules and values were evaluated since the start; for tests and benchmarks. */
  evaluations = 0

  private readonly staleRule: Uint8Array
  /** One bit per question that has a stale rule: its own or an answer's. */
  private readonly staleQuestions: Int32Array
  private stale = 0
  private readonly values: Float64Array
  private readonly fresh: Uint8Array
  /** By figure: the amount that stands in the sums; NaN where it is too large to be exact. */
  private readonly counted: Float64Array
  private readonly uncounted: Int32Array
  private readonly isUncounted: Uint8Array
  private uncountedLength = 0
  private chaining = false
  /** Nodes whose readers are still to be made stale; empty between changes. */
  private readonly outdated: number[] = []
  private readonly sums: [number, number, number] = [0, 0, 0]
  /** How many amounts are too large to stand in them. */
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
    this.counted = new Float64Array(questions * figuresPerQuestion)
    this.uncounted = new Int32Array(questions * figuresPerQuestion)
    this.isUncounted = new Uint8Array(questions * figuresPerQuestion)
  }

  /** An independent copy, for trying out changes. */
  fork(): State {
    const copy = new State(this.program, this.context)
    for (const [question, value] of this.text.entries()) copy.text[question] = value
    for (const key of copied) copyInto(copy[key], this[key])
    copy.stale = this.stale
    copy.uncountedLength = this.uncountedLength
    copy.sums.splice(0, 3, ...this.sums)
    copy.tooLarge.splice(0, 3, ...this.tooLarge)
    return copy
  }

  /** Holds another selection and makes stale what reads it. The value is in held form; null clears. */
  hold(question: number, value: string | null): void {
    const { program } = this
    const { type, kind } = program.questions[question]!
    this.text[question] = value
    if (!type.takesAnswers) this.numbers[question] = value === null ? Number.NaN : numberFor(kind, value)
    else if (type.multiple) this.pickSeveral(question, value)
    else this.pick(question, value)
    const { questionReaders, nodeReaders } = program
    this.spread(questionReaders.start, questionReaders.items, question)
    while (this.outdated.length > 0) this.spread(nodeReaders.start, nodeReaders.items, this.outdated.pop()!)
  }

  private pick(question: number, value: string | null): void {
    const before = this.picked[question]!
    if (before >= 0) this.chosen[before] = 0
    const answer = value === null ? undefined : this.program.answerIndex.get(Number(value))
    this.picked[question] = answer ?? -1
    this.numbers[question] = answer === undefined ? Number.NaN : Number(value)
    if (answer !== undefined) this.chosen[answer] = 1
  }

  private pickSeveral(question: number, value: string | null): void {
    const { questions, answerIndex } = this.program
    const { firstAnswer, endAnswer } = questions[question]!
    this.chosen.fill(0, firstAnswer, endAnswer)
    const picked = (value?.split(',') ?? []).flatMap((id) => answerIndex.get(Number(id)) ?? [])
    for (const answer of picked) this.chosen[answer] = 1
    const only = picked.length === 1 ? picked[0]! : -1
    this.picked[question] = only
    this.numbers[question] = only < 0 ? Number.NaN : Number(value)
  }

  private spread(start: Int32Array, items: Int32Array, from: number): void {
    const { rules } = this.program
    for (let i = start[from]!, end = start[from + 1]!; i < end; i++) {
      const reader = items[i]!
      if (reader < rules) {
        this.markRule(reader)
        continue
      }
      const node = reader - rules
      this.uncount(node - this.program.firstFigure)
      // A value that was never read is stale already, and so are its readers.
      if (!this.fresh[node]) continue
      this.fresh[node] = 0
      this.outdated.push(node)
    }
  }

  private uncount(figure: number): void {
    if (figure < 0 || this.isUncounted[figure] !== 0 || this.program.countless[figure] !== 0) return
    this.isUncounted[figure] = 1
    this.uncounted[this.uncountedLength++] = figure
  }

  private markRule(rule: number): void {
    if (this.staleRule[rule]) return
    this.staleRule[rule] = 1
    const { questions, questionOfAnswer } = this.program
    this.touch(rule < questions.length ? rule : questionOfAnswer[rule - questions.length]!)
  }

  /** Has a question looked at when the state settles, whether a rule of it is stale or not. */
  touch(question: number): void {
    const word = question >>> 5
    const bit = 1 << (question & 31)
    if ((this.staleQuestions[word]! & bit) !== 0) return
    this.staleQuestions[word]! |= bit
    this.stale++
  }

  /** True while some rule waits for its evaluation. */
  get unsettled(): boolean {
    return this.stale > 0
  }

  /** The first question from `from` on with a stale rule; -1 if none. */
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

  /** Evaluates the stale rules of a question and of its answers; a rule whose result changed is noted in `flipped`. */
  judge(question: number, flipped: number[]): void {
    const { staleRule } = this
    const { questions } = this.program
    const { firstAnswer, endAnswer } = questions[question]!
    this.staleQuestions[question >>> 5]! &= ~(1 << (question & 31))
    this.stale--
    if (staleRule[question] === 1) this.judgeRule(question, flipped)
    for (let rule = questions.length + firstAnswer, end = questions.length + endAnswer; rule < end; rule++)
      if (staleRule[rule] === 1) this.judgeRule(rule, flipped)
  }

  /** Evaluates every rule for the selections as they stand; nothing hears of it. A new state is sound only after it. */
  judgeAll(): void {
    const { ruleCode, ruleClosures, ruleEntry, openRules } = this.program
    for (const rule of openRules) this.holds[rule] = evaluateRule(ruleCode, ruleClosures, this, ruleEntry[rule]!) ? 1 : 0
    this.evaluations += openRules.length
    this.staleRule.fill(0)
    this.staleQuestions.fill(0)
    this.stale = 0
  }

  private judgeRule(rule: number, flipped: number[]): void {
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
    if (program.chain && !this.chaining) {
      // Deep chains of calculations would overflow the stack: whatever comes before this node is evaluated first, one by one.
      this.chaining = true
      for (let i = 0; program.chain[i] !== node; i++) this.value(program.chain[i]!)
      this.chaining = false
    }
    this.evaluations++
    let value: number
    if (program.looped[node]) value = Number.NaN
    else if (node < program.firstFigure) value = program.calculations[node]!(this)
    else if (node < totalNode(program, 0)) value = figureOf(program, this, node - program.firstFigure)
    else value = totalOf(program, this, node === totalNode(program, 1) ? 1 : 0)
    this.values[node] = value
    this.fresh[node] = 1
    return value
  }

  /**
   * The sum over all questions of their prices (0), recurring prices (1) or weights (2), in ten-thousandths; a null counts 0.
   * NaN where one of them is too large to be exact.
   */
  sum(figure: 0 | 1 | 2): number {
    while (this.uncountedLength > 0) {
      const at = this.uncounted[--this.uncountedLength]!
      this.isUncounted[at] = 0
      const value = this.value(this.program.firstFigure + at)
      const amount = Number.isNaN(value) ? 0 : toAmount(value)
      const before = this.counted[at]!
      this.sums[at % figuresPerQuestion]! += (amount || 0) - (before || 0)
      this.tooLarge[at % figuresPerQuestion]! += Number(Number.isNaN(amount)) - Number(Number.isNaN(before))
      this.counted[at] = amount
    }
    return this.tooLarge[figure] > 0 ? Number.NaN : this.sums[figure]
  }

  applies(question: number): boolean {
    return this.holds[question] === 1
  }

  /** True where the answer's own rule holds; its question is asked separately. */
  ownRule(answer: number): boolean {
    return this.holds[this.program.questions.length + answer] === 1
  }

  /** True where the answer applies and may be chosen. */
  selectable(answer: number): boolean {
    return this.ownRule(answer) && this.applies(this.program.questionOfAnswer[answer]!) && this.program.available[answer] === 1
  }
}

function copyInto(target: Float64Array | Int32Array | Uint8Array, from: Float64Array | Int32Array | Uint8Array): void {
  target.set(from)
}
