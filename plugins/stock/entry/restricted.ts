// Text entries that the property input_restriction can limit to numbers: their value kind and validation.
import {
  dropdown,
  type EntryHints,
  type QuestionSettings,
  type Refusal,
  type Selection,
  type SelectionContext,
  type SettingsOf,
} from 'product-configurator-service'
import { validateNumberEntry } from './number.js'

/** The properties of a question with which an author limits its entries. Limits have no effect on texts. */
const questionLimits = ['set_min_value', 'set_max_value', 'minval', 'maxval', 'calcmodel_id_min_val', 'calcmodel_id_max_val']

/** Property of question types whose entries can be limited to numbers. */
export const restriction = {
  input_restriction: dropdown('Entries are', {
    choices: { plaintext: 'Texts', integer: 'Whole numbers', decimal: 'Numbers' },
    impliedBy: { properties: questionLimits, value: 'decimal' },
  }),
}

type Restricted = SettingsOf<typeof restriction>
type Restriction = QuestionSettings<Restricted>

/** `number` if the restriction is integer or decimal, otherwise `text`. */
export function restrictedKind({ settings }: Restriction): 'number' | 'text' {
  const restriction = settings.input_restriction
  return restriction === 'integer' || restriction === 'decimal' ? 'number' : 'text'
}

/** Hints for tools that generate entries: whole numbers, or decimals in steps of 0.01. */
export function restrictedEntries({ settings }: Restriction): EntryHints {
  const restriction = settings.input_restriction
  return { whole: restriction === 'integer', step: restriction === 'decimal' ? 0.01 : 1 }
}

/** Settings for clients. An empty input_restriction reads as `plaintext`. */
export function publicRestriction(settings: Restricted): Readonly<Record<string, unknown>> {
  return { ...settings, input_restriction: settings.input_restriction || 'plaintext' }
}

/** Validates the entry as a number, only if the question's `validate` property is on. */
export function validateRestrictedEntry(value: string, question: Restriction, context: SelectionContext): Selection | Refusal {
  if (question.settings['validate'] !== true || restrictedKind(question) === 'text') return { value }
  return validateNumberEntry(value, question, context, question.settings.input_restriction === 'integer')
}
