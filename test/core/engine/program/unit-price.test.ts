// The unit price: precedence, rounding, groups, recurring parts and amounts that are too large to be exact.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, findMissing } from '../../../../core/engine/program/configuration.js'
import { traceMeasure } from '../../../../core/engine/program/trace.js'
import { computeUnitTotals } from '../../../../core/engine/program/state.js'
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

const number = (value: number): object => ({ type: 'Number', value })
const operator = (value: string): object => ({ type: 'Operator', value })
const formula = (id: number, ...terms: object[]): CalculationSource => ({ id, type: 'formula', formula: { terms } })
const third = formula(20, number(1), operator('/'), number(3))
const nothing = formula(21, number(1), operator('/'), number(0))
const seven = formula(22, number(7))

function selected(product: Partial<ProductSource>, customerGroupId: number | null = null): ConfigurationState {
  const state = openConfiguration(compileProgram(createProductSource(product), stockTypes), {
    ...anonymousContext,
    customerGroupId,
  })
  for (const { id, question_type } of createProductSource(product).questions) {
    const value = question_type === 'Textbox' ? '3' : '11'
    expect(changeSelection(state, { question_id: id, value }).refused).to.equal(null)
  }
  return state
}

/** One question with one selected answer. */
const one = (question: Partial<QuestionSource>, answer: Partial<AnswerSource>, product: Partial<ProductSource> = {}) => ({
  questions: [createQuestionSource(1, 'Radiobuttons', question)],
  answers: [createAnswerSource(11, 1, answer)],
  calculations: [third, nothing, seven],
  ...product,
})

const units = (state: ConfigurationState): readonly number[] => {
  const { net, recurring, weight } = computeUnitTotals(state)
  return [net, recurring, weight].map((amount) => amount / 10_000)
}

describe('the unit price', () => {
  it('rounds the result of a calculation to 4 places for every reader, including other calculations and matrix axes', () => {
    // 0.3333 × 3 = 0.9999, not 1. A table has a cell at 0.3333.
    const inside = formula(30, { type: 'Calculation', calculationId: 20 }, operator('*'), number(3))
    const axis: CalculationSource = {
      id: 31,
      type: 'matrix',
      matrix: {
        row_question_id: null,
        row_calculation_id: 20,
        column_question_id: null,
        column_calculation_id: null,
        lookup: 'exact',
        round: null,
        cells: [{ row: 0.3333, column: 0, value: 5 }],
      },
    }
    const calculations = [third, inside, axis]
    expect(units(selected(one({ calcmodel: 30 }, {}, { calculations })))[0]).to.equal(0.9999)
    expect(units(selected(one({ calcmodel: 31 }, {}, { calculations })))[0]).to.equal(5)
  })

  it('multiplies the rounded result, and rounds the price of the question to 4 places', () => {
    // 0.3333 × 3 = 0.9999, although 1 ÷ 3 × 3 is 1; 0.3333 × 0.12345678 = 0.041148… → 0.0411
    expect(units(selected(one({ calcmodel: 20, multiplicator: 3 }, {})))[0]).to.equal(0.9999)
    expect(units(selected(one({ calcmodel: 20, multiplicator: 0.12345678 }, {})))[0]).to.equal(0.0411)
    // 0.3333 × 0.15 = 0.049995 → 0.05, away from zero, and the same for −0.049995.
    expect(units(selected(one({ calcmodel: 20, multiplicator: 0.15 }, {})))[0]).to.equal(0.05)
    expect(units(selected(one({ calcmodel: 20, multiplicator: -0.15 }, {})))[0]).to.equal(-0.05)
  })

  it('returns the rounded price of a question to every reader', () => {
    // 0.3333 × 0.15 = 0.049995 → 0.05; 10,000 units cost 500, not 499.95.
    const thousands = formula(30, { type: 'QuestionProperty', questionId: 1, field: 'price' }, operator('*'), number(10_000))
    const questions = [
      createQuestionSource(1, 'Radiobuttons', { calcmodel: 20, multiplicator: 0.15 }),
      createQuestionSource(2, 'Textbox', { calcmodel: 30 }),
    ]
    const state = selected({ questions, answers: [createAnswerSource(11, 1, {})], calculations: [third, thousands] })
    expect(units(state)[0]).to.equal(500.05)
  })

  it("applies the multiplicator to the question's calculations of price, recurring price and weight, not to its answers", () => {
    const recurs = { use_recurring_pricing: true }
    const all = { calcmodel: 22, calcmodel_recurring: 22, calcmodel_weight: 22 }
    expect(units(selected(one({ ...all, multiplicator: 2 }, {}, recurs)))).to.deep.equal([14, 14, 14])
    expect(units(selected(one({ multiplicator: 2 }, all, recurs)))).to.deep.equal([7, 7, 7])
    const fixed = { price: 5, price_recurring: 4, weight: 3 }
    expect(units(selected(one({ multiplicator: 2 }, fixed, recurs)))).to.deep.equal([5, 4, 3])
  })

  it('is 0 if the price calculation is null, and does not fall back to the price of the answer', () => {
    const free = { unpriced: 'free' as const }
    const state = selected(one({ calcmodel: 21 }, { price: 5 }, free))
    expect([units(state)[0], findMissing(state)]).to.deep.equal([0, []])
    expect(units(selected(one({}, { calcmodel: 21, price: 5 }, free)))[0]).to.equal(0)
    const own = { price: 5, price_overrides: [{ customer_group_id: 1, price: 3 }], calcmodel: 21 }
    expect(units(selected(one({}, own, free), 1))[0]).to.equal(0)
    expect(findMissing(selected(one({ calcmodel: 21 }, { price: 5 }))).map(({ question_id }) => question_id)).to.deep.equal([1])
  })

  it('uses no calculation of the answer for a group whose override is null', () => {
    const off = [{ customer_group_id: 1, calculation_id: null }]
    const answer = { price: 5, calcmodel: 22, price_calculation_overrides: off }
    const prices = (own: Partial<AnswerSource>): readonly number[] =>
      [null, 1, 2].map((group) => units(selected(one({}, own), group))[0]!)
    expect(prices(answer)).to.deep.equal([7, 5, 7])
    expect(prices({ ...answer, price_overrides: [{ customer_group_id: 1, price: 3 }] })).to.deep.equal([7, 3, 7])
    expect(prices({ ...answer, price_calculation_overrides: [] })).to.deep.equal([7, 7, 7])
    expect(traceMeasure(selected(one({}, answer), 1), 0).parts![1]!.parts![0]).to.deep.equal({
      kind: 'answer',
      answer_id: 11,
      question_id: 1,
      customer_group_id: 1,
      amount: 50_000,
    })
  })

  it('uses an override of 0 as a price', () => {
    const none = [{ customer_group_id: 1, price: 0 }]
    const product = one(
      {},
      { price: 5, price_overrides: none, price_recurring: 4, price_recurring_overrides: none },
      {
        baseprice: 100,
        baseprice_overrides: none,
        baseprice_recurring: 10,
        baseprice_recurring_overrides: none,
        use_recurring_pricing: true,
      },
    )
    expect(units(selected(product, 1))).to.deep.equal([0, 0, 0])
    expect(units(selected(product, 2))).to.deep.equal([105, 14, 0])
  })

  it('has no recurring part without recurring pricing, even if answers have recurring prices', () => {
    const code = { question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null }
    const read: CalculationSource = { id: 23, type: 'code', code: { ...code, code: 'QuestionPriceRecurring(1)' } }
    const product = one(
      {},
      { price: 5, price_recurring: 4, price_recurring_overrides: [{ customer_group_id: 1, price: 3 }] },
      {
        baseprice_recurring: 10,
        questions: [
          createQuestionSource(1, 'Radiobuttons'),
          createNumberQuestion(2, 0, 9, { calcmodel: 23, calcmodel_recurring: 22 }),
        ],
        calculations: [seven, read],
      },
    )
    expect(units(selected(product))).to.deep.equal([5, 0, 0])
    expect(units(selected(product, 1))).to.deep.equal([5, 0, 0])
    expect(units(selected({ ...product, use_recurring_pricing: true }))).to.deep.equal([9, 21, 0])
    expect(units(selected({ ...product, use_recurring_pricing: true }, 1))).to.deep.equal([8, 20, 0])
  })

  it('is NaN, not 0, if a price is too large to be exact', () => {
    const large = formula(24, number(900_000), operator('*'), number(9_000_000))
    const calculations = [seven, large]
    expect(computeUnitTotals(selected(one({ calcmodel: 24 }, {}, { calculations }))).net).to.deep.equal(Number.NaN)
    expect(computeUnitTotals(selected(one({}, { calcmodel: 24 }, { calculations }))).net).to.deep.equal(Number.NaN)
    expect(computeUnitTotals(selected({ baseprice: 900_000_000_000_000 })).net).to.deep.equal(Number.NaN)
    const several = one({}, { calcmodel: 24 }, { calculations, questions: [createQuestionSource(1, 'Multiselect')] })
    expect(computeUnitTotals(selected(several)).net).to.deep.equal(Number.NaN)
    const heavy = computeUnitTotals(selected(one({ calcmodel_weight: 24 }, { price: 5 }, { calculations })))
    expect(heavy).to.deep.equal({ net: 50_000, recurring: 0, weight: Number.MAX_SAFE_INTEGER })
  })

  it('is a number again after the price that was too large is removed', () => {
    const large = formula(24, number(900_000), operator('*'), number(9_000_000))
    const state = selected(one({ calcmodel: 24 }, {}, { calculations: [large], baseprice: 3 }))
    expect(computeUnitTotals(state.fork()).net).to.deep.equal(Number.NaN)
    changeSelection(state, { question_id: 1, value: null })
    expect(computeUnitTotals(state).net).to.equal(30_000)
  })
})
