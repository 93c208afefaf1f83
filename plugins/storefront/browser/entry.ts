// Text fields: the value that is sent for typed text, unfinished numbers, the limits of a question, and fields that keep typed text.
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import type { EntryReadiness } from './pending-entry.js'
import type { QuestionControl } from './question.js'
import { noChange } from 'lit/html.js'
import { directive, Directive, type ElementPart } from 'lit/directive.js'

/** True for a numeric question: its entry may contain a decimal comma. */
export function isNumericQuestion(control: QuestionControl): boolean {
  return control.question.input_restriction === 'integer' || control.question.input_restriction === 'decimal'
}

/** Removes the blanks and apostrophes that group digits. */
const removeGrouping = (text: string): string => text.trim().replace(/[\s\u00a0\u202f'’]/g, '')

/** Marks text as typed by a person. The service reads unmarked text as a plain decimal, and refuses an ambiguous `1.250` in German. */
const typedMark = '\u200e'

/**
 * Converts a number as written in the language (`1.450,5` in German, `1,450.5` in English) to the plain decimal that the service accepts.
 * The service refuses other text and ambiguous numbers.
 */
export function toPlainNumber(text: string, language: string): string {
  const parsed = parseNumber(text, language)
  if ('number' in parsed) return parsed.number
  return 'readings' in parsed ? typedMark + text.trim() : removeGrouping(text)
}

export interface NumberBounds {
  readonly min: number | null
  readonly max: number | null
}

/** Whether an unfinished number may be sent: more digits can still make it larger, never smaller. */
export function checkNumberReadiness(text: string, language: string, whole: boolean, { min, max }: NumberBounds): EntryReadiness {
  const compact = removeGrouping(text)
  const parsed = parseNumber(text, language)
  const decimal = typedText.getDecimalSign(language)
  const group = decimal === ',' ? '.' : ','
  // Other notations may be unfinished digit groups: `1,4` in English.
  const complete = new RegExp(`^[+-]?(\\d+|\\d{1,3}(\\${group}\\d{3})+)(\\${decimal}\\d+)?$`)
  if (!('number' in parsed) || !complete.test(compact)) return /^[+-]?[\d.,]*$/.test(compact) ? 'wait' : 'hopeless'
  const value = Number(parsed.number)
  if (whole && !Number.isInteger(value)) return 'hopeless'
  const size = Math.abs(value)
  const least = value < 0 ? (max === null ? null : -max) : min
  const maxSize = value < 0 ? (min === null ? null : -min) : max
  if (maxSize !== null && size > maxSize) return 'hopeless'
  return least !== null && size < least ? 'wait' : 'send'
}

/** The text in the form in which it is sent. */
function toEntryText(control: QuestionControl, text: string): string {
  return isNumericQuestion(control) ? toPlainNumber(text, control.wording.language) : text
}

/** The text shown in the field: as typed, or else the number in the notation of the language. */
export function formatTypedField(control: QuestionControl): string {
  const plain = isNumericQuestion(control) && !control.typed
  return plain ? formatTypedNumber(control.value, control.wording.language) : control.value
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Listeners of a text field: `input` for unfinished text, `change` for finished text. */
export function createTypingListeners(control: QuestionControl): Readonly<Record<'input' | 'change', (event: Event) => void>> {
  const text = (event: Event): string => (event.target as TextField).value
  const ready = (typed: string): EntryReadiness => {
    if (!isNumericQuestion(control)) return 'send'
    const whole = control.question.input_restriction === 'integer'
    return checkNumberReadiness(typed, control.wording.language, whole, control.state)
  }
  return {
    input: (event) => control.type(toEntryText(control, text(event)), text(event), ready(text(event))),
    change: (event) => control.enter(toEntryText(control, text(event)), text(event)),
  }
}

/** `From 600 mm to 3,010 mm`, or null without limits. The field accepts each number as shown: German `3010`, not `3.010`. */
export function formatLimits(control: QuestionControl): string | null {
  const { state, question, wording } = control
  const formatBound = (value: number): string => {
    const formatted = wording.number(value)
    const accepted = 'number' in parseNumber(formatted, wording.language) ? formatted : formatTypedNumber(value, wording.language)
    return question.unit ? `${accepted} ${question.unit}` : accepted
  }
  if (state.min !== null && state.max !== null)
    return wording.texts.between({ min: formatBound(state.min), max: formatBound(state.max) })
  if (state.min !== null) return wording.texts.atLeast({ min: formatBound(state.min) })
  return state.max === null ? null : wording.texts.atMost({ max: formatBound(state.max) })
}

const isFocused = (element: Element): boolean => {
  const root = element.getRootNode()
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
}

class UnlessFocused extends Directive {
  /** The value that this directive wrote. The field belongs to the shopper only if they changed it; the focus alone is not enough. */
  private lastValue: string | null = null
  private generation = 0

  /** @param _generation a changed number replaces typed text too */
  override render(_value: string, _generation: number): typeof noChange {
    return noChange
  }

  override update(part: ElementPart, [value, generation]: [string, number]): typeof noChange {
    const field = part.element as TextField
    const untouched = field.value === this.lastValue || generation !== this.generation
    this.generation = generation
    if (field.value !== value && (untouched || !isFocused(field))) {
      field.value = value
      this.lastValue = field.value
    }
    return noChange
  }
}

/** Directive on the element of a field: writes the field's value unless the shopper is typing in it. */
export const unlessFocused = directive(UnlessFocused)
