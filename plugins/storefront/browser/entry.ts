// Turns what people type into what is sent, and says in words which numbers a question takes.
import type { Control } from './question.js'

/** True where the question holds a number: its entry may be written with a decimal comma. */
export function isNumeric(control: Control): boolean {
  return control.question.input_restriction === 'integer' || control.question.input_restriction === 'decimal'
}

/**
 * A number as people write it in a language with that decimal mark (`1.450,5` with a comma, `1,450.5` with a point), as the
 * plain decimal that the service takes; other text is left for the service to refuse.
 */
export function plainNumber(text: string, decimalMark: string): string {
  const compact = text.trim().replace(/[\s\u00a0\u202f'’]/g, '')
  const group = decimalMark === ',' ? '.' : ','
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${decimalMark}\\d+)?$`)
  const joined = grouped.test(compact) ? compact.replaceAll(group, '') : compact
  return /^[+-]?\d*[.,]\d+$/.test(joined) ? joined.replace(',', '.') : joined
}

/** The entry in the form in which it is sent. */
export function entryOf(control: Control, text: string): string {
  return isNumeric(control) ? plainNumber(text, control.wording.decimalMark) : text
}

/** `From 600 mm to 3,010 mm`, or null where there is no limit. */
export function limitHint(control: Control): string | null {
  const { state, question, wording } = control
  const say = (value: number): string => (question.unit ? `${wording.number(value)} ${question.unit}` : wording.number(value))
  if (state.min !== null && state.max !== null) return wording.texts.between(say(state.min), say(state.max))
  if (state.min !== null) return wording.texts.atLeast(say(state.min))
  return state.max === null ? null : wording.texts.atMost(say(state.max))
}
