// Generates small random products for property tests: rules in both directions, calculations on prices, every behaviour.
import * as fc from 'fast-check'
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../../core/engine/program/source.js'
import { createAnswerSource, createNumberQuestion, createProductSource, createQuestionSource } from './engine-product.js'

const questionCount = 6
const answersPerQuestion = 3
const calculationCount = 3

const isNumberQuestion = (index: number): boolean => index % 3 === 2
const toQuestionId = (index: number): number => index + 1
const answerId = (index: number, answer: number): number => 100 + index * 10 + answer
const toCalculationId = (index: number): number => 500 + index

const anyQuestion = fc.nat(questionCount - 1)
const anyOperator = fc.constantFrom('==', '!=')
const orderedOperator = fc.constantFrom('==', '!=', '>=', '<=', '>', '<')

const condition = fc.oneof(
  fc
    .tuple(anyQuestion, anyOperator, fc.nat(answersPerQuestion - 1), orderedOperator)
    .map(([index, operator, answer, ordered]) =>
      isNumberQuestion(index)
        ? { type: 'QuestionProperty', questionId: toQuestionId(index), operator: ordered, value: answer + 1 }
        : { type: 'QuestionProperty', questionId: toQuestionId(index), operator, value: answerId(index, answer) },
    ),
  fc.tuple(anyQuestion, anyOperator).map(([index, operator]) => ({
    type: 'QuestionProperty',
    questionId: toQuestionId(index),
    operator,
    value: '',
  })),
  fc.tuple(anyQuestion, orderedOperator, fc.nat(4)).map(([index, operator, value]) => ({
    type: 'QuestionProperty',
    questionId: toQuestionId(index),
    field: 'price',
    operator,
    value,
  })),
  fc.tuple(fc.nat(calculationCount - 1), orderedOperator, fc.nat(6)).map(([index, operator, value]) => ({
    type: 'Calculation',
    calculationId: toCalculationId(index),
    operator,
    value,
  })),
)

const tokens = fc.letrec<{ rule: unknown[] }>((tie) => ({
  rule: fc
    .tuple(
      fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('rule')), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('AND', 'OR'),
    )
    .map(([parts, word]) => parts.flatMap((part, i): unknown[] => (i === 0 ? [part] : [word, part]))),
})).rule

/** Usually no rule. Some rules are inverted. */
const rule = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: tokens.map((stream) => JSON.stringify(stream)) },
  { weight: 1, arbitrary: tokens.map((stream) => JSON.stringify(['NOT', ...stream])) },
)

const term = fc.oneof(
  fc.nat(5).map((value) => ({ type: 'Number', value })),
  anyQuestion.map((index) => ({ type: 'QuestionProperty', questionId: toQuestionId(index), field: 'price' })),
  fc.constantFrom(2, 5).map((index) => ({ type: 'QuestionProperty', questionId: toQuestionId(index), fallbackValue: 1 })),
)

/** Calculations read prices and earlier calculations. They read only static answer prices, so there are no cycles. */
const calculation = (index: number): fc.Arbitrary<CalculationSource> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          term,
          fc
            .nat(Math.max(0, index - 1))
            .map((at) =>
              index === 0 ? { type: 'Number', value: 2 } : { type: 'Calculation', calculationId: toCalculationId(at) },
            ),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.constantFrom('+', '-', '*', '/'),
    )
    .map(([terms, operator]) => ({
      id: toCalculationId(index),
      type: 'formula',
      formula: {
        terms: terms.flatMap((entry, i): unknown[] => (i === 0 ? [entry] : [{ type: 'Operator', value: operator }, entry])),
      },
    }))

const createQuestionArbitrary = (index: number): fc.Arbitrary<QuestionSource> =>
  fc
    .record({
      rules: rule,
      required: fc.boolean(),
      behavior_on_activation: fc.constantFrom('none', 'none', 'select_default', 'select_any'),
      behavior_on_inconsistency: fc.constantFrom('deselect', 'deselect', 'replace_with_default', 'replace_with_any'),
      default_value: isNumberQuestion(index) ? fc.constantFrom(null, '2') : fc.constant(null),
    })
    .map((own) =>
      isNumberQuestion(index)
        ? createNumberQuestion(toQuestionId(index), 1, 4, own)
        : createQuestionSource(toQuestionId(index), index === 4 ? 'Multiselect' : 'Radiobuttons', own),
    )

const createAnswers = (index: number): fc.Arbitrary<AnswerSource[]> =>
  fc.tuple(
    ...Array.from({ length: isNumberQuestion(index) ? 0 : answersPerQuestion }, (_, answer) =>
      fc
        .record({ rules: rule, price: fc.nat(4), default: fc.boolean(), available: fc.constantFrom(true, true, true, false) })
        .map((own) => createAnswerSource(answerId(index, answer), toQuestionId(index), own)),
    ),
  )

const indexes = Array.from({ length: questionCount }, (_, index) => index)

export const randomProduct: fc.Arbitrary<ProductSource> = fc
  .tuple(
    fc.tuple(...indexes.map(createQuestionArbitrary)),
    fc.tuple(...indexes.map(createAnswers)),
    fc.tuple(...Array.from({ length: calculationCount }, (_, index) => calculation(index))),
  )
  .map(([questions, answers, calculations]) =>
    createProductSource({ baseprice: 10, questions, answers: answers.flat(), calculations }),
  )

/** Random shopper changes: any question with any of its values, or cleared. */
export const randomChanges: fc.Arbitrary<readonly { readonly question_id: number; readonly value: string | null }[]> = fc.array(
  fc.tuple(anyQuestion, fc.nat(answersPerQuestion), fc.boolean()).map(([index, choice, both]) => {
    const question_id = toQuestionId(index)
    if (choice === answersPerQuestion) return { question_id, value: null }
    if (isNumberQuestion(index)) return { question_id, value: String(choice + 1) }
    const value = index === 4 && both ? `${answerId(index, 0)},${answerId(index, 2)}` : String(answerId(index, choice))
    return { question_id, value }
  }),
  { minLength: 1, maxLength: 8 },
)
