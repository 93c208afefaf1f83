// Turns what people type into what is sent, knows when it is still being typed, and says in words which numbers a question takes.
import type { Readiness } from './drafts.js'
import type { Control } from './question.js'

/** True where the question holds a number: its entry may be written with a decimal comma. */
export function isNumeric(control: Control): boolean {
  return control.question.input_restriction === 'integer' || control.question.input_restriction === 'decimal'
}

/** Without the blanks and strokes with which people part thousands. */
const compacted = (text: string): string => text.trim().replace(/[\s\u00a0\u202f'’]/g, '')

/**
 * A number as people write it in a language with that decimal mark (`1.450,5` with a comma, `1,450.5` with a point), as the
 * plain decimal that the service takes; other text is left for the service to refuse.
 */
export function plainNumber(text: string, decimalMark: string): string {
  const compact = compacted(text)
  const group = decimalMark === ',' ? '.' : ','
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${decimalMark}\\d+)?$`)
  const joined = grouped.test(compact) ? compact.replaceAll(group, '') : compact
  return /^[+-]?\d*[.,]\d+$/.test(joined) ? joined.replace(',', '.') : joined
}

export interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** Whether a number that is being typed may be sent: more digits can still make it larger, never smaller. */
export function numberReadiness(text: string, decimalMark: string, whole: boolean, { min, max }: Bounds): Readiness {
  const compact = compacted(text)
  const group = decimalMark === ',' ? '.' : ','
  const complete = new RegExp(`^[+-]?(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${decimalMark}\\d+)?$`)
  if (!complete.test(compact)) return /^[+-]?[\d.,]*$/.test(compact) ? 'wait' : 'hopeless'
  const value = Number(plainNumber(compact, decimalMark))
  if (whole && !Number.isInteger(value)) return 'hopeless'
  const size = Math.abs(value)
  const least = value < 0 ? (max === null ? null : -max) : min
  const most = value < 0 ? (min === null ? null : -min) : max
  if (most !== null && size > most) return 'hopeless'
  return least !== null && size < least ? 'wait' : 'send'
}

/** The entry in the form in which it is sent. */
function entryOf(control: Control, text: string): string {
  return isNumeric(control) ? plainNumber(text, control.wording.decimalMark) : text
}

/** How the entry stands in its field: as typed, else a number as the language writes it. */
export function fieldText(control: Control): string {
  const plain = isNumeric(control) && !control.typed
  return plain ? control.value.replace('.', control.wording.decimalMark) : control.value
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Listeners of a field that takes text: `input` while it is typed, `change` when it is finished. */
export function typing(control: Control): Readonly<Record<'input' | 'change', (event: Event) => void>> {
  const text = (event: Event): string => (event.target as Field).value
  const ready = (typed: string): Readiness => {
    if (!isNumeric(control)) return 'send'
    const whole = control.question.input_restriction === 'integer'
    return numberReadiness(typed, control.wording.decimalMark, whole, control.state)
  }
  return {
    input: (event) => control.type(entryOf(control, text(event)), text(event), ready(text(event))),
    change: (event) => control.enter(entryOf(control, text(event)), text(event)),
  }
}

/** `From 600 mm to 3,010 mm`, or null where there is no limit. */
export function limitHint(control: Control): string | null {
  const { state, question, wording } = control
  const say = (value: number): string => (question.unit ? `${wording.number(value)} ${question.unit}` : wording.number(value))
  if (state.min !== null && state.max !== null) return wording.texts.between(say(state.min), say(state.max))
  if (state.min !== null) return wording.texts.atLeast(say(state.min))
  return state.max === null ? null : wording.texts.atMost(say(state.max))
}
