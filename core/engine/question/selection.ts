// Validates selections of questions with answers. The default for types without `validate`.
import { Refusal } from '../../foundation/property/kind.js'
import type { QuestionSettings, Selection, SelectionContext } from './question-type.js'

const maxIdLength = 15

/** The id in a text of plain digits, or 0. */
export function parseId(text: string): number {
  const { length } = text
  if (length === 0 || length > maxIdLength) return 0
  let id = 0
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9 || (i === 0 && digit === 0)) return 0
    id = id * 10 + digit
  }
  return id
}

function checkId(value: string, question: QuestionSettings, context: SelectionContext): Refusal | null {
  const { title } = question
  const id = parseId(value)
  if (id === 0) return new Refusal(context.translate('shop.answerIdInvalid', { question: title }))
  if (question.answerIds.includes(id)) return null
  return new Refusal(context.translate('shop.answerUnknown', { question: title, answer: value }), 'UNKNOWN')
}

/** Validates the selection of one answer. */
export function validateAnswer(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const trimmed = value.trim()
  return checkId(trimmed, question, context) ?? { value: trimmed }
}

/** Validates a comma-separated list of answers. Normalized: ascending, without duplicates. */
export function validateAnswers(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const ids = [...new Set(value.split(',').map((id) => id.trim()))]
  const refusal = ids.map((id) => checkId(id, question, context)).find((refusal) => refusal !== null)
  return refusal ?? { value: ids.sort((a, b) => Number(a) - Number(b)).join(',') }
}
