// Configurations: resumes and changes one by its program, and shows its questions.
import { findTextFlaw } from '../../foundation/property/text.js'
import { Refusal } from '../../foundation/property/kind.js'
import { type EvaluationContext, translateMessage, type Program, isUnpriced } from './program.js'
import { parseId } from '../question/question-type.js'
import {
  validateSelection,
  questionTitle,
  currentLimits,
  type AutomaticChange,
  defaultSelection,
  Settlement,
} from './settlement.js'
import { ConfigurationState } from './state.js'

type RefusalCode = 'UNKNOWN' | 'NOT_APPLICABLE' | 'NOT_AVAILABLE' | 'INVALID_VALUE'

export interface SelectionEntry {
  readonly question_id: number
  /** A number is treated like its text. Null or '' clears the selection. */
  readonly value: string | number | null
}

/** A selection as text: an answer id, comma-separated answer ids, a number, a text or a date. Null clears. */
export interface SelectionInput {
  readonly question_id: number
  readonly value: string | null
}

export interface RefusedEntry {
  /** Index in the input list. */
  readonly index: number
  readonly code: RefusalCode
  readonly message: string
}

/** The result of a change. `refused` and `confirm` exclude each other; in both cases nothing has changed. */
export interface ChangeResult {
  readonly refused: Omit<RefusedEntry, 'index'> | null
  /** The question that requires confirmation, the text to display, and the automatic changes that would follow. */
  readonly confirm: {
    readonly question_id: number
    readonly message: string
    readonly changes: readonly AutomaticChange[]
  } | null
  readonly automatic: readonly AutomaticChange[]
  /** Indexes of questions and answers whose selection or rule result may have changed. May contain duplicates. */
  readonly questions: readonly number[]
  readonly answers: readonly number[]
}

const maxLength = 2_000

function refuse(code: RefusalCode, message: string): ChangeResult {
  return { refused: { code, message }, confirm: null, automatic: [], questions: [], answers: [] }
}

const unchanged: ChangeResult = { refused: null, confirm: null, automatic: [], questions: [], answers: [] }

/**
 * Changes one selection and applies all automatic changes. Modifies `state`, except if the change is refused or requires
 * confirmation. Refusal codes: UNKNOWN question or answer, NOT_APPLICABLE, NOT_AVAILABLE, INVALID_VALUE. Clearing is never
 * refused.
 */
export function changeSelection(state: ConfigurationState, entry: SelectionEntry, confirmed = false): ChangeResult {
  const { program, context } = state
  const index = program.questionIndex.get(entry.question_id)
  if (index === undefined) {
    return refuse(
      'UNKNOWN',
      translateMessage(context.texts, 'shop.questionUnknown', {
        question: String(entry.question_id).slice(0, 20),
      }),
    )
  }
  const value = entry.value === '' ? null : entry.value
  if (value === null) return applyChange(state, index, null, confirmed)
  if (!state.applies(index)) {
    return refuse(
      'NOT_APPLICABLE',
      translateMessage(context.texts, 'shop.questionUnavailable', {
        question: questionTitle(state, index),
      }),
    )
  }
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  const { type } = program.questions[index]!
  const answer = type.takesAnswers && !type.multiple && !type.validate ? findAnswer(program, index, text) : -1
  if (answer >= 0) return checkAnswer(state, answer) ?? applyChange(state, index, String(text), confirmed)
  if (typeof text !== 'string' || text.length > maxLength || findTextFlaw(text) !== null) {
    const messageKey = 'shop.textTooLong'
    return refuse(
      'INVALID_VALUE',
      translateMessage(context.texts, messageKey, { question: questionTitle(state, index), longest: maxLength }),
    )
  }
  const normalized = validateSelection(state, index, text)
  if (normalized instanceof Refusal)
    return refuse(normalized.code === 'UNKNOWN' ? 'UNKNOWN' : 'INVALID_VALUE', normalized.message)
  return checkAnswers(state, index, normalized) ?? applyChange(state, index, normalized, confirmed)
}

/** The index of the question's answer with this id text, or -1. */
function findAnswer(program: Program, question: number, text: unknown): number {
  if (typeof text !== 'string') return -1
  const answer = program.answerIndex.get(parseId(text))
  return answer !== undefined && program.questionOfAnswer[answer] === question ? answer : -1
}

/** Refuses an answer that does not apply or is unavailable. An already selected answer may remain. */
function checkAnswer(state: ConfigurationState, answer: number): ChangeResult | null {
  const { program, context } = state
  if (state.ownRule(answer) && (program.available[answer] || state.chosen[answer])) return null
  const { id, title } = program.answers[answer]!
  const values = { answer: context.texts?.answers[id] ?? title ?? String(id) }
  if (!state.ownRule(answer)) return refuse('NOT_APPLICABLE', translateMessage(context.texts, 'shop.answerUnavailable', values))
  return refuse('NOT_AVAILABLE', translateMessage(context.texts, 'shop.answerNotYetAvailable', values))
}

function checkAnswers(state: ConfigurationState, index: number, value: string): ChangeResult | null {
  const { program, context } = state
  if (!program.questions[index]!.type.takesAnswers) return null
  for (const id of value.split(',')) {
    const answer = findAnswer(program, index, id)
    if (answer < 0)
      return refuse(
        'UNKNOWN',
        translateMessage(context.texts, 'shop.answerUnknown', {
          question: questionTitle(state, index),
          answer: id,
        }),
      )
    const refusal = checkAnswer(state, answer)
    if (refusal) return refusal
  }
  return null
}

function applyChange(state: ConfigurationState, index: number, value: string | null, confirmed: boolean): ChangeResult {
  if (state.text[index] === value) return unchanged
  const settling = new Settlement(state)
  settling.apply(index, value)
  settling.settle()
  const automatic = settling.automatic()
  const { questions, questionIndex } = state.program
  const confirmation = confirmed
    ? undefined
    : automatic.find(({ question_id }) => questions[questionIndex.get(question_id)!]!.source.behavior_on_changes === 'confirm')
  if (confirmation) {
    settling.undo()
    const title = questionTitle(state, questionIndex.get(confirmation.question_id)!)
    const message = translateMessage(state.context.texts, 'shop.changeNeedsConfirmation', {
      question: title,
    })
    return { ...unchanged, confirm: { question_id: confirmation.question_id, message, changes: automatic } }
  }
  return new AppliedChange(automatic, state, settling)
}

/** A change that was made. The affected questions and answers are computed on demand. */
class AppliedChange implements ChangeResult {
  readonly refused = null
  readonly confirm = null

  constructor(
    readonly automatic: readonly AutomaticChange[],
    private readonly state: ConfigurationState,
    private readonly settling: Settlement,
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

/** Creates an empty configuration with all rules evaluated. */
export function openConfiguration(program: Program, context: EvaluationContext): ConfigurationState {
  const state = new ConfigurationState(program, context)
  state.evaluateAllRules()
  return state
}

interface StartedConfiguration {
  readonly state: ConfigurationState
  readonly refused: readonly RefusedEntry[]
  readonly automatic: readonly AutomaticChange[]
}

/**
 * Starts a configuration. Sets the initial values (default answer, else default value if prefilled), then the selections from
 * the input, in page and question order. Each is set only if it applies at that point.
 */
export function initializeConfiguration(
  program: Program,
  context: EvaluationContext,
  entries: readonly SelectionEntry[] = [],
): StartedConfiguration {
  const state = openConfiguration(program, context)
  for (const question of program.questions) {
    const { index, id, source, type } = question
    if (state.text[index] !== null || !state.applies(index)) continue
    const value = type.takesAnswers || source.prefill_on_init ? defaultSelection(state, question) : null
    if (value !== null) changeSelection(state, { question_id: id, value }, true)
  }
  const position = ({ question_id }: SelectionEntry): number => program.questionIndex.get(question_id) ?? -1
  const refusals: RefusedEntry[] = []
  const automatic: AutomaticChange[] = []
  const orderedEntries = entries.map((entry, index) => ({ entry, index })).sort((a, b) => position(a.entry) - position(b.entry))
  for (const { entry, index } of orderedEntries) {
    const result = changeSelection(state, entry, true)
    if (result.refused) refusals.push({ index, ...result.refused })
    automatic.push(...result.automatic)
  }
  return { state, refused: refusals.sort((a, b) => a.index - b.index), automatic }
}

/**
 * Resumes a stored configuration. Selections that the catalog no longer contains or allows are removed or replaced and reported
 * with the reason `catalog_changed`. A value outside its limits stays and appears in `missing`.
 */
export function resumeConfiguration(
  program: Program,
  context: EvaluationContext,
  selections: readonly SelectionEntry[],
): StartedConfiguration {
  const state = new ConfigurationState(program, context)
  const settling = new Settlement(state, 'catalog_changed', false)
  const automatic: AutomaticChange[] = []
  for (const { question_id, value } of selections) {
    if (value === null || value === '') continue
    const index = program.questionIndex.get(question_id)
    const from = String(value)
    const to = index === undefined ? null : removeUnknownAnswers(program, index, from)
    if (to !== from) automatic.push({ question_id, from, to, reason: 'catalog_changed' })
    if (index === undefined || to === null) continue
    state.setSelection(index, to)
  }
  state.evaluateAllRules()
  for (const { index } of program.questions) if (state.text[index] !== null) state.markStale(index)
  settling.settle()
  return { state, refused: [], automatic: mergeChanges(automatic, settling.automatic()) }
}

/** The selection without answers that the question no longer has. */
function removeUnknownAnswers(program: Program, index: number, value: string): string | null {
  const { type, firstAnswer, endAnswer } = program.questions[index]!
  if (!type.takesAnswers) return value
  const existingIds = value.split(',').filter((id) => {
    const answer = program.answerIndex.get(Number(id))
    return answer !== undefined && answer >= firstAnswer && answer < endAnswer
  })
  return existingIds.length === 0 ? null : existingIds.slice(0, type.multiple ? existingIds.length : 1).join(',')
}

/** Merges two lists of changes into one change per question. */
function mergeChanges(first: readonly AutomaticChange[], second: readonly AutomaticChange[]): readonly AutomaticChange[] {
  const secondByQuestion = new Map(second.map((entry) => [entry.question_id, entry]))
  const merged = first.map((entry) => ({
    ...entry,
    to: secondByQuestion.has(entry.question_id) ? secondByQuestion.get(entry.question_id)!.to : entry.to,
  }))
  return [...merged, ...second.filter(({ question_id }) => !first.some((entry) => entry.question_id === question_id))]
}

export interface QuestionReply {
  readonly id: number
  readonly applies: boolean
  /** False if the question does not apply or has no applicable answer. */
  readonly required: boolean
  /** The stored selection. Answer ids, numbers and texts are all text. Null if nothing is selected. */
  readonly selection: string | null
  /** The selection as display text: answer titles, or the formatted entry. */
  readonly text: string | null
  /** The current limits; null = no limit. */
  readonly min: number | null
  readonly max: number | null
}

export interface AnswerReply {
  readonly id: number
  readonly question_id: number
  /** True if its question applies and its own rule holds. */
  readonly applies: boolean
  readonly ownRule: boolean
  /** True if it applies and is available. */
  readonly selectable: boolean
}

export interface MissingEntry {
  readonly question_id: number
  readonly page_id: number
  readonly message: string
}

/** Whether a selection is required now: the question applies, and so does at least one of its answers. */
export function isRequired(state: ConfigurationState, index: number): boolean {
  const { source, type, firstAnswer, endAnswer } = state.program.questions[index]!
  if (!source.required || !state.applies(index)) return false
  if (!type.takesAnswers) return true
  for (let answer = firstAnswer; answer < endAnswer; answer++) if (state.ownRule(answer)) return true
  return false
}

export function viewQuestion(state: ConfigurationState, index: number): QuestionReply {
  const { id } = state.program.questions[index]!
  const { min, max } = currentLimits(state, index)
  const selection = state.text[index]!
  return {
    id,
    applies: state.applies(index),
    required: isRequired(state, index),
    selection,
    text: formatSelection(state, index, selection),
    min,
    max,
  }
}

/** The display text of a selection: answer titles in the caller's language, or the entry as its type formats it. */
export function formatSelection(state: ConfigurationState, index: number, selection: string | null): string | null {
  const { program, context } = state
  const { type, settings } = program.questions[index]!
  if (selection === null) return null
  if (!type.takesAnswers) {
    return (
      type.format?.(selection, settings, { translate: (text, values) => translateMessage(context.texts, text, values) }) ??
      selection
    )
  }
  const title = (id: string): string => {
    const answer = program.answers[program.answerIndex.get(Number(id)) ?? -1]
    return context.texts?.answers[Number(id)] ?? answer?.title ?? id
  }
  return selection.split(',').map(title).join(', ')
}

export function viewAnswer(state: ConfigurationState, index: number): AnswerReply {
  const { id, question_id } = state.program.answers[index]!
  const question = state.program.questionOfAnswer[index]!
  const ownRule = state.ownRule(index)
  return { id, question_id, applies: ownRule && state.applies(question), ownRule, selectable: state.selectable(index) }
}

function isWithoutPrice(state: ConfigurationState, index: number): boolean {
  return isUnpriced(state.program, state, index, 0) || isUnpriced(state.program, state, index, 1)
}

/** Ids of the questions with a calculated price that is null, in page and question order. */
export function unpricedQuestions(state: ConfigurationState): readonly number[] {
  return state.program.questions.filter(({ index }) => isWithoutPrice(state, index)).map(({ id }) => id)
}

/** The reason why a selection prevents completion, or null. */
function findProblem(state: ConfigurationState, index: number, selection: string): string | null {
  const { program, context } = state
  if (!program.questions[index]!.type.takesAnswers) {
    const outcome = validateSelection(state, index, selection)
    if (outcome instanceof Refusal) return outcome.message
  }
  if (program.source.unpriced === 'free') return null
  return isWithoutPrice(state, index) ? translateMessage(context.texts, 'shop.combinationUnpriced', {}) : null
}

/** The entries that are missing before the configuration is complete, in page and question order. */
export function findMissing(state: ConfigurationState): readonly MissingEntry[] {
  const entries: MissingEntry[] = []
  for (const { index, id, source } of state.program.questions) {
    const selection = state.text[index]!
    const add = (message: string): void => void entries.push({ question_id: id, page_id: source.page_id, message })
    if (selection === null) {
      const values = { question: questionTitle(state, index) }
      if (isRequired(state, index)) add(translateMessage(state.context.texts, 'shop.questionIncomplete', values))
      continue
    }
    const message = findProblem(state, index, selection)
    if (message !== null) add(message)
  }
  return entries
}

/** The current selections, in page and question order. This form is stored and resumed. */
export function currentSelections(state: ConfigurationState): readonly (SelectionEntry & { readonly value: string })[] {
  return state.program.questions.flatMap(({ index, id }) => {
    const value = state.text[index]!
    return value === null ? [] : [{ question_id: id, value }]
  })
}

export interface CalculationValue {
  readonly id: number
  /** null = no value. */
  readonly value: number | null
}

/** The values of all calculations by id. */
export function calculationValues(state: ConfigurationState): readonly CalculationValue[] {
  return state.program.source.calculations.map(({ id }, node) => {
    const value = state.value(node)
    return { id, value: Number.isNaN(value) ? null : value }
  })
}
