// A product with one question and a rule of N conditions. Each condition excludes a combination of answers.
import type { ProductSource, QuestionSource } from '../../core/engine/program/source.js'
import { answerSource, productSource, questionSource } from '../../test/support/engine-product.js'
import { answerId, randomFrom } from './synthetic.js'

const asked = 200
const answersEach = 10

export interface LargeRule {
  /** In the form that authors send. */
  readonly authored: object
  /** The product with the stored form of the rule. */
  source(rules: string | null): ProductSource
}

/** Each clause excludes one answer of one question in combination with one of another: two conditions. */
export function largeRule(conditions: number, seed = 5): LargeRule {
  const random = randomFrom(seed)
  const pick = (below: number): number => 1 + Math.floor(random() * below)
  const clause = (): object => {
    const first = pick(asked)
    const second = ((first + pick(asked - 1) - 1) % asked) + 1
    return {
      any: [first, second].map((question) => ({ question, operator: '!=', value: answerId(question, pick(answersEach)) })),
    }
  }
  const questions = Array.from({ length: asked }, (_, i): QuestionSource => questionSource(i + 1, 'Radiobuttons'))
  const answers = questions.flatMap(({ id }) =>
    Array.from({ length: answersEach }, (_, i) => answerSource(answerId(id, i + 1), id)),
  )
  return {
    authored: { all: Array.from({ length: Math.ceil(conditions / 2) }, clause) },
    source: (rules) => productSource({ questions: [...questions, questionSource(asked + 1, 'Textbox', { rules })], answers }),
  }
}
