// Turns what people type into what is sent, and says in words which numbers a question takes.
import type { Control } from './question.js'

/** True where the question holds a number: its entry may be written with a decimal comma. */
export function isNumeric(control: Control): boolean {
  return control.question.input_restriction === 'integer' || control.question.input_restriction === 'decimal'
}

/** `1.450,5`, `1 450` and `1450.5` as the plain decimal that the service takes; other text is left for the service to refuse. */
export function plainNumber(text: string): string {
  const compact = text.trim().replace(/[\s\u00a0\u202f']/g, '')
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(compact)) return compact.replaceAll('.', '').replace(',', '.')
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact)) return compact.replaceAll(',', '')
  return /^[+-]?\d+,\d+$/.test(compact) ? compact.replace(',', '.') : compact
}

/** The entry in the form in which it is sent. */
export function entryOf(control: Control, text: string): string {
  return isNumeric(control) ? plainNumber(text) : text
}

/** `From 600 mm to 3,010 mm`, or null where there is no limit. */
export function limitHint(control: Control): string | null {
  const { state, question, wording } = control
  const say = (value: number): string => (question.unit ? `${wording.number(value)} ${question.unit}` : wording.number(value))
  if (state.min !== null && state.max !== null) return wording.texts.between(say(state.min), say(state.max))
  if (state.min !== null) return wording.texts.atLeast(say(state.min))
  return state.max === null ? null : wording.texts.atMost(say(state.max))
}
