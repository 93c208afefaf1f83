// Explains why questions and answers do not apply, up to a limit per reply, because each explanation is a search.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { explainAnswer, explainQuestion, type Explanation } from '../../engine/program/explanation.js'
import type { ConfigurationState } from '../../engine/program/state.js'

export interface WhyNotExplanation extends Explanation {
  readonly entity: 'question' | 'answer'
  readonly id: number
}

/** Maximum number of explanations in a reply. */
const maxExplanations = 25

export interface WhyNotReport {
  readonly whyNot: readonly WhyNotExplanation[]
  readonly more: boolean
}

/**
 * Yields to other requests after each explanation. One takes up to 30 ms if a rule reads a thousand prices.
 * @param only the question to explain; default: all questions
 */
export async function explainUnavailable(state: ConfigurationState, only: number | undefined): Promise<WhyNotReport> {
  const explanations: WhyNotExplanation[] = []
  const questions = state.program.questions.filter(({ id }) => only === undefined || id === only)
  for (const { id, index, firstAnswer, endAnswer } of questions) {
    const question = explainQuestion(state, id)
    if (question) {
      explanations.push({ entity: 'question', id, ...question })
      await nextTurn()
    }
    for (let answer = firstAnswer; answer < endAnswer && state.applies(index); answer++) {
      const answerId = state.program.answers[answer]!.id
      const explanation = explanations.length > maxExplanations ? null : explainAnswer(state, answerId)
      if (explanation) {
        explanations.push({ entity: 'answer', id: answerId, ...explanation })
        await nextTurn()
      }
    }
    if (explanations.length > maxExplanations) return { whyNot: explanations.slice(0, maxExplanations), more: true }
  }
  return { whyNot: explanations, more: false }
}
