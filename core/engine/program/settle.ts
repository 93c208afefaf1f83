// One change of a selection: applied, settled in passes over the stale questions, and undone where it must be confirmed (domain §4).
import type { CompiledQuestion } from './program.js'
import type { State } from './state.js'

export type AutomaticReason = 'started' | 'question_stopped' | 'answer_stopped' | 'catalog_changed'

/** A selection that was changed by settling; several steps of one change count as one. */
export interface AutomaticChange {
  readonly question_id: number
  readonly from: string | null
  readonly to: string | null
  readonly reason: AutomaticReason
}

/** The default answer of a question if it applies and can be chosen, else its default value; null if neither. */
export function defaultOf(state: State, question: CompiledQuestion): string | null {
  const { answers } = state.program
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (answers[answer]!.default && state.ownRule(answer) && state.program.available[answer]) return String(answers[answer]!.id)
  }
  return question.type.takesAnswers ? null : question.source.default_value || null
}

/** The first answer in order that applies and can be chosen. */
function anyOf(state: State, question: CompiledQuestion): string | null {
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.ownRule(answer) && state.program.available[answer]) return String(state.program.answers[answer]!.id)
  }
  return null
}

interface Step {
  readonly question: number
  readonly before: string | null
  readonly reason: AutomaticReason
}

const none: readonly AutomaticChange[] = []

export class Settling {
  /** Rules whose result changed, in order; a rule may stand twice. */
  readonly flipped: number[] = []
  /** The automatic changes, in order; a question may stand in several. */
  private steps: Step[] | null = null
  private own = -1
  private ownBefore: string | null = null
  /** Questions that were changed automatically: true once deselected. */
  private spent: Map<number, boolean> | null = null

  constructor(
    private readonly state: State,
    /** What is said of every automatic change, in place of its own reason. */
    private readonly because: AutomaticReason | null = null,
    /** False while a stored configuration is read again: nothing is selected because a question starts to apply. */
    private readonly activates = true,
  ) {}

  /** Applies the caller's own change. */
  apply(question: number, value: string | null): void {
    this.own = question
    this.ownBefore = this.state.text[question]!
    this.state.hold(question, value)
  }

  /** Passes over the questions with stale rules until a pass changes nothing. */
  settle(): void {
    const { state } = this
    while (state.unsettled) {
      for (let question = state.nextStale(0); question >= 0; question = state.nextStale(question + 1)) this.visit(question)
    }
  }

  private visit(index: number): void {
    const { state } = this
    state.judge(index, this.flipped)
    const held = state.text[index]!
    if (!state.applies(index)) {
      if (held !== null) this.deselect(index, 'question_stopped')
      return
    }
    const question = state.program.questions[index]!
    if (held === null) this.activate(question)
    else if (question.type.takesAnswers) this.keepConsistent(question, held)
  }

  private activate(question: CompiledQuestion): void {
    const behavior = question.source.behavior_on_activation
    const { index } = question
    if (behavior === 'none' || !this.activates || this.spent?.has(index) || !this.startedApplying(index)) return
    const value = behavior === 'select_default' ? defaultOf(this.state, question) : anyOf(this.state, question)
    if (value !== null) this.select(index, value, 'started')
  }

  /** True where the question did not apply before this change. */
  private startedApplying(index: number): boolean {
    let flips = 0
    for (const rule of this.flipped) if (rule === index) flips++
    return flips % 2 === 1
  }

  private keepConsistent(question: CompiledQuestion, held: string): void {
    const { state } = this
    const { index } = question
    const picked = state.picked[index]!
    if (picked >= 0 && state.ownRule(picked)) return
    const ids = held.split(',')
    const kept = ids.filter((id) => {
      const answer = state.program.answerIndex.get(Number(id))
      return answer !== undefined && state.ownRule(answer)
    })
    if (kept.length === ids.length) return
    if (kept.length > 0) {
      this.spend(index, true)
      this.hold(index, kept.join(','), 'answer_stopped')
      return
    }
    const behavior = question.source.behavior_on_inconsistency
    const value =
      behavior === 'deselect' || this.spent?.has(index)
        ? null
        : behavior === 'replace_with_default'
          ? defaultOf(state, question)
          : anyOf(state, question)
    if (value === null) this.deselect(index, 'answer_stopped')
    else this.select(index, value, 'answer_stopped')
  }

  private select(question: number, value: string, reason: AutomaticReason): void {
    this.spend(question, false)
    this.hold(question, value, reason)
  }

  private deselect(question: number, reason: AutomaticReason): void {
    this.spend(question, true)
    this.hold(question, null, reason)
  }

  private spend(question: number, deselected: boolean): void {
    this.spent ??= new Map()
    this.spent.set(question, deselected)
  }

  private hold(question: number, value: string | null, reason: AutomaticReason): void {
    this.steps ??= []
    this.steps.push({ question, before: this.state.text[question]!, reason })
    this.state.hold(question, value)
  }

  /** The questions whose selection was touched, the caller's own first. */
  get touched(): readonly number[] {
    return [...(this.own < 0 ? [] : [this.own]), ...(this.steps ?? []).map(({ question }) => question)]
  }

  /** The automatic changes, one per question, in the order in which they first happened; what came back to where it was is left out. */
  automatic(): readonly AutomaticChange[] {
    if (!this.steps) return none
    const { questions } = this.state.program
    const first = new Map<number, Step>()
    const last = new Map<number, Step>()
    for (const step of this.steps) {
      if (!first.has(step.question)) first.set(step.question, step)
      last.set(step.question, step)
    }
    return [...first.values()].flatMap(({ question, before }) => {
      const to = this.state.text[question]!
      if (before === to) return []
      return [{ question_id: questions[question]!.id, from: before, to, reason: this.because ?? last.get(question)!.reason }]
    })
  }

  /** Takes everything back: the state is as it was before the change. */
  undo(): void {
    const { state } = this
    for (const { question, before } of this.steps?.reverse() ?? []) state.hold(question, before)
    if (this.own >= 0) state.hold(this.own, this.ownBefore)
    refresh(state)
  }
}

/** Evaluates every stale rule and draws no consequences. */
function refresh(state: State): void {
  const ignored: number[] = []
  for (let question = state.nextStale(0); question >= 0; question = state.nextStale(question + 1)) state.judge(question, ignored)
}
