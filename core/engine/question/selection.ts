// Judges selections of questions that take answers: ids of the question's own answers. What a type without a `validate` gets.
import { Refusal } from '../../ground/property/kind.js'
import type { QuestionSettings, Selection, SelectionContext } from './define.js'

const longestId = 15

/** The id that a text spells in plain digits, or 0. */
export function idFrom(text: string): number {
  const { length } = text
  if (length === 0 || length > longestId) return 0
  let id = 0
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9 || (i === 0 && digit === 0)) return 0
    id = id * 10 + digit
  }
  return id
}

function judgeId(value: string, question: QuestionSettings, context: SelectionContext): Refusal | null {
  const { title } = question
  const id = idFrom(value)
  if (id === 0) return new Refusal(context.say("'{question}' takes the id of one of its answers.", { question: title }))
  if (question.answerIds.includes(id)) return null
  return new Refusal(context.say("'{question}' has no answer {answer}.", { question: title, answer: value }), 'UNKNOWN')
}

/** One answer. */
export function judgeAnswer(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const trimmed = value.trim()
  return judgeId(trimmed, question, context) ?? { value: trimmed }
}

/** Several answers with commas between them; held in ascending order, each once. */
export function judgeAnswers(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const ids = [...new Set(value.split(',').map((id) => id.trim()))]
  const refusal = ids.map((id) => judgeId(id, question, context)).find((judged) => judged !== null)
  return refusal ?? { value: ids.sort((a, b) => Number(a) - Number(b)).join(',') }
}
