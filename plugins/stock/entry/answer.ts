// Judges selections of questions that take answers: ids of the question's own answers.
import { type QuestionSettings, Refusal, type Selection, type SelectionContext } from 'product-configurator-service'

const idPattern = /^[1-9]\d{0,14}$/

function judgeId(value: string, question: QuestionSettings, context: SelectionContext): Refusal | null {
  const { title } = question
  if (!idPattern.test(value))
    return new Refusal(context.say("'{question}' takes the id of one of its answers.", { question: title }))
  if (question.answerIds.includes(Number(value))) return null
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
