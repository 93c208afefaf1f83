// Entries that input_restriction may limit to numbers: what kind they are, and how they are judged.
import {
  dropdown,
  type EntryHints,
  type QuestionSettings,
  type Refusal,
  type Selection,
  type SelectionContext,
  type SettingsOf,
} from 'product-configurator-service'
import { judgeNumber } from './number.js'

/** The property of the types whose entries may be limited to numbers. */
export const restriction = {
  input_restriction: dropdown('Entries are', {
    choices: { plaintext: 'Texts', integer: 'Whole numbers', decimal: 'Numbers' },
  }),
}

type Restricted = SettingsOf<typeof restriction>
type Restriction = QuestionSettings<Restricted>

/** `number` where the restriction is integer or decimal. */
export function restrictedKind({ settings }: Restriction): 'number' | 'text' {
  const given = settings.input_restriction
  return given === 'integer' || given === 'decimal' ? 'number' : 'text'
}

/** Whole numbers and their neighbours, or numbers in steps of a hundredth. */
export function restrictedEntries({ settings }: Restriction): EntryHints {
  const given = settings.input_restriction
  return { whole: given === 'integer', step: given === 'decimal' ? 0.01 : 1 }
}

/** Texts where nothing else was said. */
export function shownRestriction(settings: Restricted): Readonly<Record<string, unknown>> {
  return { ...settings, input_restriction: settings.input_restriction || 'plaintext' }
}

/** Judged only where the question's `validate` is on. */
export function judgeRestricted(value: string, question: Restriction, context: SelectionContext): Selection | Refusal {
  if (question.settings['validate'] !== true || restrictedKind(question) === 'text') return { value }
  return judgeNumber(value, question, context, question.settings.input_restriction === 'integer')
}
