// The public view of a configuration: questions, answers, missing entries and selections.
import { Refusal } from '../../foundation/property/kind.js'
import { translateMessage } from './evaluation-context.js'
import { isUnpriced } from './measures.js'
import { validateSelection, currentLimits, questionTitle } from './limits.js'
import type { SelectionEntry } from './configuration.js'
import type { ConfigurationState } from './state.js'

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
