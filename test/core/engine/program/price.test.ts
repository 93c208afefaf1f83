// Precedence of prices and weights: overrides of groups, calculations, multiplicators, static measures, several answers.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import {
  changeSelection,
  openConfiguration,
  calculationValues,
  findMissing,
  unpricedQuestions,
} from '../../../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../../../core/engine/program/state.js'
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../../../core/engine/program/source.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

const fixed = (id: number, value: number): CalculationSource => ({
  id,
  type: 'formula',
  formula: { terms: [{ type: 'Number', value }] },
})
const malformed: CalculationSource = {
  id: 29,
  type: 'formula',
  formula: {
    terms: [
      { type: 'Number', value: 1 },
      { type: 'Operator', value: '/' },
      { type: 'Number', value: 0 },
    ],
  },
}
const code = (id: number, text: string): CalculationSource => ({
  id,
  type: 'code',
  code: { code: text, question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
})

function prices(
  product: Partial<ProductSource>,
  selections: Readonly<Record<number, string>>,
  customerGroupId: number | null = null,
): readonly number[] {
  const state = openConfiguration(compileProgram(createProductSource(product), stockTypes), {
    ...anonymousContext,
    customerGroupId,
  })
  for (const [id, value] of Object.entries(selections))
    expect(changeSelection(state, { question_id: Number(id), value }).refused).to.equal(null)
  const { net, recurring, weight } = computeUnitTotals(state)
  return [net, recurring, weight].map((amount) => amount / 10_000)
}

/** The price of one question with one selected answer. */
function price(question: Partial<QuestionSource>, answer: Partial<AnswerSource>, customerGroupId: number | null = null): number {
  const product = {
    questions: [createQuestionSource(1, 'Radiobuttons', question)],
    answers: [createAnswerSource(11, 1, answer)],
    calculations: [fixed(20, 7), fixed(21, 9), malformed],
  }
  return prices(product, { 1: '11' }, customerGroupId)[0]!
}

describe('the price of a question', () => {
  it('is its calculation times the multiplicator, which takes precedence over the answer price', () => {
    expect(price({}, { price: 5 })).to.equal(5)
    expect(price({}, { price: null })).to.equal(0)
    expect(price({ calcmodel: 20 }, { price: 5 })).to.equal(7)
    expect(price({ calcmodel: 20, multiplicator: 1.5 }, { price: 5 })).to.equal(10.5)
    expect(price({ calcmodel: 20, multiplicator: 0 }, { price: 5 })).to.equal(0)
    expect(price({ calcmodel: 20, multiplicator: 0.33333333 }, {})).to.equal(2.3333)
    expect(price({ multiplicator: 3 }, { price: 5 })).to.equal(5)
    expect(price({ calcmodel: 29 }, { price: 5 })).to.equal(0)
  })

  it('uses for an answer the group calculation, else the calculation, the group price, the price', () => {
    const overrides = {
      price_overrides: [{ customer_group_id: 1, price: 3 }],
      price_calculation_overrides: [{ customer_group_id: 2, calculation_id: 21 }],
    }
    expect([null, 1, 2, 3].map((group) => price({}, { price: 5, ...overrides }, group))).to.deep.equal([5, 3, 9, 5])
    expect([null, 1, 2, 3].map((group) => price({}, { price: 5, calcmodel: 20, ...overrides }, group))).to.deep.equal([
      7, 7, 9, 7,
    ])
  })

  it('is null without a selection, even with a calculation', () => {
    const questions = [createQuestionSource(1, 'Radiobuttons', { calcmodel: 20, calcmodel_weight: 20 })]
    expect(prices({ questions, answers: [createAnswerSource(11, 1)], calculations: [fixed(20, 7)] }, {})).to.deep.equal([0, 0, 0])
    expect(prices({ questions, answers: [createAnswerSource(11, 1)], calculations: [fixed(20, 7)] }, { 1: '11' })).to.deep.equal([
      7, 0, 7,
    ])
  })

  it('is the exact sum of several answers', () => {
    const questions = [createQuestionSource(1, 'Multiselect')]
    const answers = [0.1, 0.2, 0.7].map((own, i) => createAnswerSource(11 + i, 1, { price: own, weight: own * 10 }))
    expect(prices({ questions, answers }, { 1: '11,12,13' })).to.deep.equal([1, 0, 10])
    expect(prices({ questions, answers }, { 1: '11,12' })).to.deep.equal([0.3, 0, 3])
  })
})

describe('the price of a product', () => {
  const product = {
    baseprice: 100,
    baseprice_overrides: [{ customer_group_id: 1, price: 80 }],
    baseprice_recurring: 10,
    baseprice_recurring_overrides: [{ customer_group_id: 1, price: 8 }],
    baseweight: 2.5,
    questions: [createQuestionSource(1, 'Radiobuttons')],
    answers: [
      createAnswerSource(11, 1, {
        price: 1,
        price_recurring: 2,
        price_recurring_overrides: [{ customer_group_id: 1, price: 1 }],
        weight: 0.5,
      }),
    ],
  }

  it('starts with the base price of the group, and has a recurring part only with recurring pricing', () => {
    expect(prices({ ...product, use_recurring_pricing: true }, { 1: '11' })).to.deep.equal([101, 12, 3])
    expect(prices({ ...product, use_recurring_pricing: true }, { 1: '11' }, 1)).to.deep.equal([81, 9, 3])
    expect(prices(product, { 1: '11' })).to.deep.equal([101, 0, 3])
  })

  it('is updated with every change, including clearing', () => {
    const state = openConfiguration(
      compileProgram(
        createProductSource({
          ...product,
          questions: [...product.questions, createNumberQuestion(2, 0, 9, { calcmodel: 20 })],
          calculations: [
            {
              id: 20,
              type: 'formula',
              formula: {
                terms: [
                  { type: 'QuestionProperty', questionId: 2 },
                  { type: 'Operator', value: '*' },
                  { type: 'Number', value: 1.25 },
                ],
              },
            },
          ],
        }),
        stockTypes,
      ),
      anonymousContext,
    )
    const after = (question_id: number, value: string | null): number => {
      changeSelection(state, { question_id, value })
      return computeUnitTotals(state).net / 10_000
    }
    expect([after(1, '11'), after(2, '3'), after(2, '4'), after(1, null), after(2, null)]).to.deep.equal([
      101, 104.75, 106, 105, 100,
    ])
  })
})

describe('Total in code', () => {
  it('is the base price plus the questions whose price does not depend on the same total', () => {
    const questions = [
      createQuestionSource(1, 'Radiobuttons'),
      createQuestionSource(2, 'Radiobuttons', { calcmodel: 20 }),
      createQuestionSource(3, 'Radiobuttons', { calcmodel: 21 }),
    ]
    const answers = [createAnswerSource(11, 1, { price: 50 }), createAnswerSource(12, 2), createAnswerSource(13, 3)]
    const calculations = [
      code(20, 'Total * 0.1'),
      { id: 21, type: 'formula' as const, formula: { terms: [{ type: 'Calculation', calculationId: 20 }] } },
    ]
    expect(prices({ baseprice: 100, questions, answers, calculations }, { 1: '11', 2: '12', 3: '13' })).to.deep.equal([180, 0, 0])
  })

  it('can be used in a recurring price, and the recurring total in a price', () => {
    const questions = [
      createQuestionSource(1, 'Radiobuttons', { calcmodel_recurring: 20 }),
      createQuestionSource(2, 'Radiobuttons', { calcmodel: 21 }),
    ]
    const answers = [createAnswerSource(11, 1, { price: 50 }), createAnswerSource(12, 2)]
    const product = {
      baseprice: 100,
      baseprice_recurring: 10,
      use_recurring_pricing: true,
      questions,
      answers,
      calculations: [code(20, 'Total / 10'), code(21, 'TotalRecurring * 2')],
    }
    const state = openConfiguration(compileProgram(createProductSource(product), stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: '11' })
    changeSelection(state, { question_id: 2, value: '12' })
    // Each price depends on the other total, so neither counts in the total on which it depends.
    expect(calculationValues(state)).to.deep.equal([
      { id: 20, value: 15 },
      { id: 21, value: 20 },
    ])
    expect(computeUnitTotals(state)).to.include({ net: 1_700_000, recurring: 250_000 })
  })
})

describe('a null price', () => {
  const hasPrice = (product: Partial<ProductSource>, selections: Readonly<Record<number, string>>): readonly number[] => {
    const state = openConfiguration(compileProgram(createProductSource(product), stockTypes), anonymousContext)
    for (const [id, value] of Object.entries(selections)) changeSelection(state, { question_id: Number(id), value })
    const messages = findMissing(state)
    for (const { message } of messages) expect(message).to.equal('There is no price for this combination.')
    expect(messages.map(({ question_id }) => question_id)).to.deep.equal(unpricedQuestions(state))
    return messages.map(({ question_id }) => question_id)
  }
  const calculations = [fixed(20, 7), malformed]
  const answers = (own: Partial<AnswerSource>) => [createAnswerSource(11, 1, own), createAnswerSource(12, 1)]

  it('is reported for a selected question, its answer, and each answer of a multi-select question', () => {
    const questions = [createQuestionSource(1, 'Radiobuttons', { calcmodel: 29 })]
    expect(hasPrice({ questions, answers: answers({ calcmodel: 20 }), calculations }, { 1: '11' })).to.deep.equal([1])
    expect(hasPrice({ questions, answers: answers({}), calculations }, {})).to.deep.equal([])
    const plain = [createQuestionSource(1, 'Radiobuttons')]
    expect(hasPrice({ questions: plain, answers: answers({ calcmodel: 29 }), calculations }, { 1: '11' })).to.deep.equal([1])
    expect(hasPrice({ questions: plain, answers: answers({ calcmodel: 29 }), calculations }, { 1: '12' })).to.deep.equal([])
    const several = [createQuestionSource(1, 'Multiselect')]
    expect(hasPrice({ questions: several, answers: answers({ calcmodel: 29 }), calculations }, { 1: '11,12' })).to.deep.equal([1])
    expect(hasPrice({ questions: several, answers: answers({ calcmodel: 29 }), calculations }, { 1: '12' })).to.deep.equal([])
  })

  it('is not reported if the question has its own price; recurring prices only with recurring pricing', () => {
    const priced = [createQuestionSource(1, 'Radiobuttons', { calcmodel: 20 })]
    expect(hasPrice({ questions: priced, answers: answers({ calcmodel: 29 }), calculations }, { 1: '11' })).to.deep.equal([])
    const recurring = {
      questions: [createQuestionSource(1, 'Radiobuttons', { calcmodel_recurring: 29 })],
      answers: answers({}),
      calculations,
    }
    expect(hasPrice(recurring, { 1: '11' })).to.deep.equal([])
    expect(hasPrice({ ...recurring, use_recurring_pricing: true }, { 1: '11' })).to.deep.equal([1])
  })

  it('is never reported for weights', () => {
    const questions = [createQuestionSource(1, 'Radiobuttons', { calcmodel_weight: 29 })]
    expect(hasPrice({ questions, answers: answers({ calcmodel_weight: 29 }), calculations }, { 1: '11' })).to.deep.equal([])
  })
})
