// The limits of a question at this moment, and the judgement of a selection against its type and them.
import { Refusal } from '../../ground/property/kind.js'
import type { Limits, Selection } from '../question/define.js'
import { judgeAnswer, judgeAnswers } from '../question/selection.js'
import { languageOf, say, todayOf } from './context.js'
import type { State } from './state.js'

const unlimited: Limits = { min: null, max: null }

/** Static or calculated limits; a calculation that yields null is no limit. */
export function limitsOf(state: State, question: number): Limits {
  const { program } = state
  const { source, type } = program.questions[question]!
  if (!type.limited) return unlimited
  return {
    min: limit(state, source.set_min_value, source.minval, program.minNode[question]!),
    max: limit(state, source.set_max_value, source.maxval, program.maxNode[question]!),
  }
}

function limit(state: State, kind: 'none' | 'static' | 'calculated', fixed: number | null, node: number): number | null {
  if (kind === 'static') return fixed
  if (kind === 'none' || node < 0) return null
  const value = state.value(node)
  return Number.isNaN(value) ? null : value
}

/** A question's title in the caller's language. */
export function titleOf(state: State, question: number): string {
  const { id, settings } = state.program.questions[question]!
  return state.context.texts?.questions[id] ?? settings.title
}

const judgeAny = (value: string): Selection => ({ value })

/** What the question's type makes of a selection within the limits of now; variant tables are not asked. */
export function judgeEntry(state: State, question: number, value: string): Selection | Refusal {
  const { type, settings } = state.program.questions[question]!
  const { texts, now } = state.context
  const judge = type.validate ?? (type.multiple ? judgeAnswers : type.takesAnswers ? judgeAnswer : judgeAny)
  return judge.call(type, value, texts ? { ...settings, title: titleOf(state, question) } : settings, {
    limits: limitsOf(state, question),
    now,
    today: todayOf(state.context),
    language: languageOf(texts),
    say: (sentence, values) => say(texts, sentence, values),
  })
}

/** The held form of a selection, or why it is not taken. */
export function judgeSelection(state: State, question: number, value: string): string | Refusal {
  const judged = judgeEntry(state, question, value)
  return judged instanceof Refusal ? judged : (state.program.refuses?.(state, question, judged.value) ?? judged.value)
}
