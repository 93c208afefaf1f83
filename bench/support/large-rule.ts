// A product with one question and a rule of N conditions. Each condition excludes a combination of answers.
import type { ProductSource, QuestionSource } from '../../core/engine/program/source.js'
import { createAnswerSource, createProductSource, createQuestionSource } from '../../test/core/engine/engine-product.js'
import { answerId, createSyntheticRandom } from './synthetic-product.js'

const questionCount = 200
const answersEach = 10

export interface LargeRule {
  /** In the form that authors send. */
  readonly authored: object
  /** The product with the stored form of the rule. */
  source(rules: string | null): ProductSource
}

/** Each clause excludes one answer of one question in combination with one of another: two conditions. */
export function createLargeRule(conditions: number, seed = 5): LargeRule {
  const random = createSyntheticRandom(seed)
  const pick = (below: number): number => 1 + Math.floor(random() * below)
  const clause = (): object => {
    const first = pick(questionCount)
    const second = ((first + pick(questionCount - 1) - 1) % questionCount) + 1
    return {
      any: [first, second].map((question) => ({ question, operator: '!=', value: answerId(question, pick(answersEach)) })),
    }
  }
  const questions = Array.from({ length: questionCount }, (_, i): QuestionSource => createQuestionSource(i + 1, 'Radiobuttons'))
  const answers = questions.flatMap(({ id }) =>
    Array.from({ length: answersEach }, (_, i) => createAnswerSource(answerId(id, i + 1), id)),
  )
  return {
    authored: { all: Array.from({ length: Math.ceil(conditions / 2) }, clause) },
    source: (rules) =>
      createProductSource({ questions: [...questions, createQuestionSource(questionCount + 1, 'Textbox', { rules })], answers }),
  }
}
