// Entries that input_restriction may limit to numbers: what kind they are, and how they are judged.
import type { QuestionSettings, Refusal, Selection, SelectionContext } from 'product-configurator-service'
import { judgeNumber } from './number.js'

/** `number` where the restriction is integer or decimal. */
export function restrictedKind(question: QuestionSettings): 'number' | 'text' {
  const restriction = question.settings['input_restriction']
  return restriction === 'integer' || restriction === 'decimal' ? 'number' : 'text'
}

/** Judged only where the question's `validate` is on. */
export function judgeRestricted(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  if (question.settings['validate'] !== true || restrictedKind(question) === 'text') return { value }
  return judgeNumber(value, question, context, question.settings['input_restriction'] === 'integer')
}
