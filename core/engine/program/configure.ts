// Starting, resuming and changing a configuration: the engine's front door (domain §4, §7).
import { flawOf } from '../../ground/property/text.js'
import { Refusal } from '../../ground/property/kind.js'
import { type EvaluationContext, say } from './context.js'
import { idFrom } from '../question/selection.js'
import { judgeSelection, titleOf } from './limits.js'
import type { Program } from './program.js'
import { type AutomaticChange, defaultOf, Settling } from './settle.js'
import { State } from './state.js'

export type RefusalCode = 'UNKNOWN' | 'NOT_APPLICABLE' | 'NOT_AVAILABLE' | 'INVALID_VALUE'

export interface Entry {
  readonly question_id: number
  /** Numbers count as the text that spells them; null or '' clears. */
  readonly value: string | number | null
}

/** One entry of a question: an answer id, a list of answer ids, a number, a text or a date as text; null clears. */
export interface SelectionInput {
  readonly question_id: number
  readonly value: string | null
}

export interface RefusedEntry {
  /** The entry's place in the list that was given. */
  readonly index: number
  readonly code: RefusalCode
  readonly message: string
}

/** What a change did. Exactly one of: refused, confirm (nothing changed), or neither. */
export interface ChangeResult {
  readonly refused: Omit<RefusedEntry, 'index'> | null
  /** The question that wants to be asked about, the sentence to ask, and the automatic changes there would be. */
  readonly confirm: {
    readonly question_id: number
    readonly message: string
    readonly changes: readonly AutomaticChange[]
  } | null
  readonly automatic: readonly AutomaticChange[]
  /** Indexes of the questions whose selection or rule result may have changed, and of such answers; may hold duplicates. */
  readonly questions: readonly number[]
  readonly answers: readonly number[]
}

const longest = 2_000

function refuse(code: RefusalCode, message: string): ChangeResult {
  return { refused: { code, message }, confirm: null, automatic: [], questions: [], answers: [] }
}

const unchanged: ChangeResult = { refused: null, confirm: null, automatic: [], questions: [], answers: [] }

/**
 * Changes one selection and settles. Changes `state` in place; a refused change and one that waits for a confirmation leave it
 * as it was. Refusals: UNKNOWN question or answer, NOT_APPLICABLE, NOT_AVAILABLE, INVALID_VALUE; clearing is never refused.
 */
export function change(state: State, entry: Entry, confirmed = false): ChangeResult {
  const { program, context } = state
  const index = program.questionIndex.get(entry.question_id)
  if (index === undefined) {
    return refuse(
      'UNKNOWN',
      say(context.texts, 'This product has no question {question}.', { question: String(entry.question_id).slice(0, 20) }),
    )
  }
  const value = entry.value === '' ? null : entry.value
  if (value === null) return run(state, index, null, confirmed)
  if (!state.applies(index)) {
    return refuse(
      'NOT_APPLICABLE',
      say(context.texts, "The question '{question}' does not apply.", { question: titleOf(state, index) }),
    )
  }
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  const { type } = program.questions[index]!
  const answer = type.takesAnswers && !type.multiple && !type.validate ? ownAnswer(program, index, text) : -1
  if (answer >= 0) return judgeAnswer(state, answer) ?? run(state, index, String(text), confirmed)
  if (typeof text !== 'string' || text.length > longest || flawOf(text) !== null) {
    const sentence = "'{question}' takes a text of at most {longest} characters."
    return refuse('INVALID_VALUE', say(context.texts, sentence, { question: titleOf(state, index), longest }))
  }
  const held = judgeSelection(state, index, text)
  if (held instanceof Refusal) return refuse(held.code === 'UNKNOWN' ? 'UNKNOWN' : 'INVALID_VALUE', held.message)
  return judgeAnswers(state, index, held) ?? run(state, index, held, confirmed)
}

/** The index of the question's answer that a text names plainly, or -1. */
function ownAnswer(program: Program, question: number, text: unknown): number {
  if (typeof text !== 'string') return -1
  const answer = program.answerIndex.get(idFrom(text))
  return answer !== undefined && program.questionOfAnswer[answer] === question ? answer : -1
}

/** Refuses an answer that does not apply or cannot be chosen; one that is already selected may stay. */
function judgeAnswer(state: State, answer: number): ChangeResult | null {
  const { program, context } = state
  if (state.ownRule(answer) && (program.available[answer] || state.chosen[answer])) return null
  const { id, title } = program.answers[answer]!
  const values = { answer: context.texts?.answers[id] ?? title ?? String(id) }
  if (!state.ownRule(answer)) return refuse('NOT_APPLICABLE', say(context.texts, "The answer '{answer}' does not apply.", values))
  return refuse('NOT_AVAILABLE', say(context.texts, "The answer '{answer}' is not available.", values))
}

function judgeAnswers(state: State, index: number, held: string): ChangeResult | null {
  const { program, context } = state
  if (!program.questions[index]!.type.takesAnswers) return null
  for (const id of held.split(',')) {
    const answer = ownAnswer(program, index, id)
    if (answer < 0)
      return refuse(
        'UNKNOWN',
        say(context.texts, "'{question}' has no answer {answer}.", { question: titleOf(state, index), answer: id }),
      )
    const refused = judgeAnswer(state, answer)
    if (refused) return refused
  }
  return null
}

function run(state: State, index: number, value: string | null, confirmed: boolean): ChangeResult {
  if (state.text[index] === value) return unchanged
  const settling = new Settling(state)
  settling.apply(index, value)
  settling.settle()
  const automatic = settling.automatic()
  const { questions, questionIndex } = state.program
  const asking = confirmed
    ? undefined
    : automatic.find(({ question_id }) => questions[questionIndex.get(question_id)!]!.source.behavior_on_changes === 'confirm')
  if (asking) {
    settling.undo()
    const title = titleOf(state, questionIndex.get(asking.question_id)!)
    const message = say(state.context.texts, "This changes your selection for '{question}'. Go on?", { question: title })
    return { ...unchanged, confirm: { question_id: asking.question_id, message, changes: automatic } }
  }
  return new Applied(automatic, state, settling)
}

/** A change that was made; what it touched is listed when it is asked for. */
class Applied implements ChangeResult {
  readonly refused = null
  readonly confirm = null

  constructor(
    readonly automatic: readonly AutomaticChange[],
    private readonly state: State,
    private readonly settling: Settling,
  ) {}

  get questions(): readonly number[] {
    const count = this.state.program.questions.length
    return [...this.settling.touched, ...this.settling.flipped.filter((rule) => rule < count)]
  }

  get answers(): readonly number[] {
    const count = this.state.program.questions.length
    return this.settling.flipped.filter((rule) => rule >= count).map((rule) => rule - count)
  }
}

/** An empty configuration, settled: nothing selected, every rule judged. */
export function open(program: Program, context: EvaluationContext): State {
  const state = new State(program, context)
  state.judgeAll()
  return state
}

export interface Started {
  readonly state: State
  readonly refused: readonly RefusedEntry[]
  readonly automatic: readonly AutomaticChange[]
}

/**
 * Starts a configuration: initial values (default answer, else the default value where it is prefilled), then the given
 * selections, each in page and question order and only if it applies at that moment.
 */
export function start(program: Program, context: EvaluationContext, given: readonly Entry[] = []): Started {
  const state = open(program, context)
  for (const question of program.questions) {
    const { index, id, source, type } = question
    if (state.text[index] !== null || !state.applies(index)) continue
    const value = type.takesAnswers || source.prefill_on_init ? defaultOf(state, question) : null
    if (value !== null) change(state, { question_id: id, value }, true)
  }
  const place = ({ question_id }: Entry): number => program.questionIndex.get(question_id) ?? -1
  const refused: RefusedEntry[] = []
  const automatic: AutomaticChange[] = []
  const entries = given.map((entry, index) => ({ entry, index })).sort((a, b) => place(a.entry) - place(b.entry))
  for (const { entry, index } of entries) {
    const result = change(state, entry, true)
    if (result.refused) refused.push({ index, ...result.refused })
    automatic.push(...result.automatic)
  }
  return { state, refused: refused.sort((a, b) => a.index - b.index), automatic }
}

/**
 * Takes up a stored configuration. What the catalogue no longer has or no longer allows is dropped or replaced, each reported
 * with the reason `catalog_changed`; a value that only a limit refuses stays and stands in `missing`.
 */
export function resume(program: Program, context: EvaluationContext, held: readonly Entry[]): Started {
  const state = new State(program, context)
  const settling = new Settling(state, 'catalog_changed', false)
  const automatic: AutomaticChange[] = []
  for (const { question_id, value } of held) {
    if (value === null || value === '') continue
    const index = program.questionIndex.get(question_id)
    const from = String(value)
    const to = index === undefined ? null : keepKnown(program, index, from)
    if (to !== from) automatic.push({ question_id, from, to, reason: 'catalog_changed' })
    if (index === undefined || to === null) continue
    state.hold(index, to)
  }
  state.judgeAll()
  for (const { index } of program.questions) if (state.text[index] !== null) state.touch(index)
  settling.settle()
  return { state, refused: [], automatic: merge(automatic, settling.automatic()) }
}

/** The selection without answers that the question no longer has. */
function keepKnown(program: Program, index: number, value: string): string | null {
  const { type, firstAnswer, endAnswer } = program.questions[index]!
  if (!type.takesAnswers) return value
  const known = value.split(',').filter((id) => {
    const answer = program.answerIndex.get(Number(id))
    return answer !== undefined && answer >= firstAnswer && answer < endAnswer
  })
  return known.length === 0 ? null : known.slice(0, type.multiple ? known.length : 1).join(',')
}

/** Joins two rounds of changes, so that each question stands once. */
function merge(first: readonly AutomaticChange[], second: readonly AutomaticChange[]): readonly AutomaticChange[] {
  const later = new Map(second.map((entry) => [entry.question_id, entry]))
  const joined = first.map((entry) => ({
    ...entry,
    to: later.has(entry.question_id) ? later.get(entry.question_id)!.to : entry.to,
  }))
  return [...joined, ...second.filter(({ question_id }) => !first.some((entry) => entry.question_id === question_id))]
}
