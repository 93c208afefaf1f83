// The current limits of a question, and the validation of selections against its type and limits.
import { Refusal } from '../../foundation/property/kind.js'
import { type Limits, type Selection, validateAnswer, validateAnswers } from '../question/question-type.js'
import { callerLanguage, translateMessage, currentDate } from './evaluation-context.js'
import type { ConfigurationState } from './state.js'

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
