// Applies one change of a selection within the limits of the question, then all automatic changes. Can undo them if confirmation is required.
import { type CompiledQuestion, callerLanguage, translateMessage, currentDate } from './program.js'
import type { ConfigurationState } from './state.js'
import { Refusal } from '../../foundation/property/kind.js'
import { type Limits, type Selection, validateAnswer, validateAnswers } from '../question/question-type.js'

type AutomaticReason = 'started' | 'question_stopped' | 'answer_stopped' | 'catalog_changed'

/** A selection that the engine changed automatically. Several steps for one question count as one change. */
export interface AutomaticChange {
  readonly question_id: number
  readonly from: string | null
  readonly to: string | null
  readonly reason: AutomaticReason
}

/** The default answer of a question if it applies and is available, otherwise the default value. Null if there is neither. */
export function defaultSelection(state: ConfigurationState, question: CompiledQuestion): string | null {
  const { answers } = state.program
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (answers[answer]!.default && state.ownRule(answer) && state.program.available[answer]) return String(answers[answer]!.id)
  }
  return question.type.takesAnswers ? null : question.source.default_value || null
}

/** The first answer that applies and is available. */
function firstAvailable(state: ConfigurationState, question: CompiledQuestion): string | null {
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.ownRule(answer) && state.program.available[answer]) return String(state.program.answers[answer]!.id)
  }
  return null
}

interface Step {
  readonly question: number
  readonly previous: string | null
  readonly reason: AutomaticReason
}

const noChanges: readonly AutomaticChange[] = []

export class Settlement {
  /** Rules whose result changed, in order. May contain duplicates. */
  readonly flipped: number[] = []
  /** The automatic changes, in order. A question can occur several times. */
  private steps: Step[] | null = null
  private changedQuestion = -1
  private previousSelection: string | null = null
  /** Questions that were changed automatically. True if the selection was removed. */
  private automaticQuestions: Map<number, boolean> | null = null

  constructor(
    private readonly state: ConfigurationState,
    /** Overrides the reason of all automatic changes. */
    private readonly reasonOverride: AutomaticReason | null = null,
    /** False while a stored configuration is resumed: a question that starts to apply gets no automatic selection. */
    private readonly allowActivation = true,
  ) {}

  /** Applies the caller's change. */
  apply(question: number, value: string | null): void {
    this.changedQuestion = question
    this.previousSelection = this.state.text[question]!
    this.state.setSelection(question, value)
  }

  /** Evaluates the stale rules in passes over the questions until nothing changes. */
  settle(): void {
    const { state } = this
    while (state.unsettled) {
      for (let question = state.nextStale(0); question >= 0; question = state.nextStale(question + 1))
        this.settleQuestion(question)
    }
  }

  private settleQuestion(index: number): void {
    const { state } = this
    state.evaluateRules(index, this.flipped)
    const selection = state.text[index]!
    if (!state.applies(index)) {
      if (selection !== null) this.deselect(index, 'question_stopped')
      return
    }
    const question = state.program.questions[index]!
    if (selection === null) this.activate(question)
    else if (question.type.takesAnswers) this.keepConsistent(question, selection)
  }

  private activate(question: CompiledQuestion): void {
    const behavior = question.source.behavior_on_activation
    const { index } = question
    if (behavior === 'none' || !this.allowActivation || this.automaticQuestions?.has(index) || !this.startedApplying(index))
      return
    const value = behavior === 'select_default' ? defaultSelection(this.state, question) : firstAvailable(this.state, question)
    if (value !== null) this.select(index, value, 'started')
  }

  /** Whether the question did not apply before this change. */
  private startedApplying(index: number): boolean {
    let flips = 0
    for (const rule of this.flipped) if (rule === index) flips++
    return flips % 2 === 1
  }

  private keepConsistent(question: CompiledQuestion, selection: string): void {
    const { state } = this
    const { index } = question
    const picked = state.picked[index]!
    if (picked >= 0 && state.ownRule(picked)) return
    const ids = selection.split(',')
    const remaining = ids.filter((id) => {
      const answer = state.program.answerIndex.get(Number(id))
      return answer !== undefined && state.ownRule(answer)
    })
    if (remaining.length === ids.length) return
    if (remaining.length > 0) {
      this.markAutomatic(index, true)
      this.setSelection(index, remaining.join(','), 'answer_stopped')
      return
    }
    const behavior = question.source.behavior_on_inconsistency
    const value =
      behavior === 'deselect' || this.automaticQuestions?.has(index)
        ? null
        : behavior === 'replace_with_default'
          ? defaultSelection(state, question)
          : firstAvailable(state, question)
    if (value === null) this.deselect(index, 'answer_stopped')
    else this.select(index, value, 'answer_stopped')
  }

  private select(question: number, value: string, reason: AutomaticReason): void {
    this.markAutomatic(question, false)
    this.setSelection(question, value, reason)
  }

  private deselect(question: number, reason: AutomaticReason): void {
    this.markAutomatic(question, true)
    this.setSelection(question, null, reason)
  }

  private markAutomatic(question: number, deselected: boolean): void {
    this.automaticQuestions ??= new Map()
    this.automaticQuestions.set(question, deselected)
  }

  private setSelection(question: number, value: string | null, reason: AutomaticReason): void {
    this.steps ??= []
    this.steps.push({ question, previous: this.state.text[question]!, reason })
    this.state.setSelection(question, value)
  }

  /** The questions whose selections were changed, the caller's first. */
  get touched(): readonly number[] {
    return [...(this.changedQuestion < 0 ? [] : [this.changedQuestion]), ...(this.steps ?? []).map(({ question }) => question)]
  }

  /**
   * The automatic changes, one per question, in order of their first occurrence. Selections that returned to their previous
   * value are omitted.
   */
  automatic(): readonly AutomaticChange[] {
    if (!this.steps) return noChanges
    const { questions } = this.state.program
    const first = new Map<number, Step>()
    const last = new Map<number, Step>()
    for (const step of this.steps) {
      if (!first.has(step.question)) first.set(step.question, step)
      last.set(step.question, step)
    }
    return [...first.values()].flatMap(({ question, previous }) => {
      const to = this.state.text[question]!
      if (previous === to) return []
      return [
        { question_id: questions[question]!.id, from: previous, to, reason: this.reasonOverride ?? last.get(question)!.reason },
      ]
    })
  }

  /** Reverts all changes of this settlement. */
  undo(): void {
    const { state } = this
    for (const { question, previous } of this.steps?.reverse() ?? []) state.setSelection(question, previous)
    if (this.changedQuestion >= 0) state.setSelection(this.changedQuestion, this.previousSelection)
    evaluateStale(state)
  }
}

/** Evaluates all stale rules without automatic changes. */
function evaluateStale(state: ConfigurationState): void {
  const ignored: number[] = []
  for (let question = state.nextStale(0); question >= 0; question = state.nextStale(question + 1))
    state.evaluateRules(question, ignored)
}

const unlimited: Limits = { min: null, max: null }

/** Static or calculated limits. A calculation that is null means no limit. */
export function currentLimits(state: ConfigurationState, question: number): Limits {
  const { program } = state
  const { source, type } = program.questions[question]!
  if (!type.limited) return unlimited
  return {
    min: resolveLimit(state, source.set_min_value, source.minval, program.minNode[question]!),
    max: resolveLimit(state, source.set_max_value, source.maxval, program.maxNode[question]!),
  }
}

function resolveLimit(
  state: ConfigurationState,
  kind: 'none' | 'static' | 'calculated',
  staticLimit: number | null,
  node: number,
): number | null {
  if (kind === 'static') return staticLimit
  if (kind === 'none' || node < 0) return null
  const value = state.value(node)
  return Number.isNaN(value) ? null : value
}

/** The title of a question in the caller's language. */
export function questionTitle(state: ConfigurationState, question: number): string {
  const { id, settings } = state.program.questions[question]!
  return state.context.texts?.questions[id] ?? settings.title
}

const acceptAny = (value: string): Selection => ({ value })

/** Validates a selection by its question type and the current limits. Variant tables are not checked. */
export function validateEntry(state: ConfigurationState, question: number, value: string): Selection | Refusal {
  const { type, settings } = state.program.questions[question]!
  const { texts, now } = state.context
  const validate = type.validate ?? (type.multiple ? validateAnswers : type.takesAnswers ? validateAnswer : acceptAny)
  return validate.call(type, value, texts ? { ...settings, title: questionTitle(state, question) } : settings, {
    limits: currentLimits(state, question),
    now,
    today: currentDate(state.context),
    language: callerLanguage(texts),
    translate: (messageKey, values) => translateMessage(texts, messageKey, values),
  })
}

/** The normalized selection, or a refusal. Variant tables are checked too. */
export function validateSelection(state: ConfigurationState, question: number, value: string): string | Refusal {
  const outcome = validateEntry(state, question, value)
  return outcome instanceof Refusal ? outcome : (state.program.refuseNumber?.(state, question, outcome.value) ?? outcome.value)
}
