// Explanations of rules on sums over many questions contain only relevant questions (compared with brute force).
import { expect } from 'chai'
import * as fc from 'fast-check'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration } from '../../../../core/engine/program/configuration.js'
import { explainQuestion, type Explanation } from '../../../../core/engine/program/explanation.js'
import type { CalculationSource, ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { verifyExplanation, verifyRemedies } from './explanations.js'

const target = 1_000

const codeCalculation = (id: number, code: string, a: number | null = null): CalculationSource => ({
  ...{ id, type: 'code' },
  code: { code, question_id_a: a, question_id_b: null, question_id_c: null, question_id_d: null },
})

const operator = (value: string): object => ({ type: 'Operator', value })
const price = (questionId: number): object => ({ type: 'QuestionProperty', questionId, field: 'price' })
const result = (calculationId: number): object => ({ type: 'Calculation', calculationId })
const joined = (terms: readonly object[], by: string): object[] =>
  terms.flatMap((term, i) => (i === 0 ? [term] : [operator(by), term]))

const formulaCalculation = (id: number, terms: readonly object[]): CalculationSource => ({
  id,
  type: 'formula',
  formula: { terms },
})

/** A target question whose rule compares calculation 90 in the product. */
function product(
  prices: readonly (readonly number[])[],
  calculations: readonly CalculationSource[],
  [comparison, value]: readonly [string, number],
  more: readonly unknown[] = [],
): ProductSource {
  const rules = JSON.stringify([...more, { ...result(90), operator: comparison, value }])
  return createProductSource({
    baseprice: 50,
    questions: [
      ...prices.map((_own, i) => createQuestionSource(i + 1, 'Radiobuttons')),
      createNumberQuestion(500, 1, 4),
      createQuestionSource(target, 'Radiobuttons', { title: 'Motor', rules }),
    ],
    answers: prices.flatMap((own, i) => own.map((each, at) => createAnswerSource((i + 1) * 1_000 + at, i + 1, { price: each }))),
    calculations,
  })
}

function opened(source: ProductSource, choices: readonly (number | null)[]): ConfigurationState {
  const state = openConfiguration(compileProgram(source, stockTypes), anonymousContext)
  for (const [i, choice] of choices.entries())
    changeSelection(state, { question_id: i + 1, value: choice === null ? null : String((i + 1) * 1_000 + choice) }, true)
  return state
}

const applies = (after: ConfigurationState): boolean => after.applies(after.program.questionIndex.get(target)!)

describe('an explanation of a rule on a sum', () => {
  // 200 questions with the cheaper answer selected. Question 7 could cost 400 more, 8 and 9 cost 300 more, all others a cent.
  const gains = new Map([
    [7, 400],
    [8, 300],
    [9, 300],
  ])
  const prices = Array.from({ length: 200 }, (_, i) => [1, 1 + (gains.get(i + 1) ?? 0.01)])
  const cheap = prices.map(() => 0)
  const sum = formulaCalculation(
    90,
    joined(
      prices.map((_own, i) => price(i + 1)),
      '+',
    ),
  )
  const cases: readonly (readonly [string, readonly CalculationSource[], number])[] = [
    ['the total', [codeCalculation(90, 'Total')], 850],
    ['a formula', [sum], 800],
    [
      'a formula on another',
      [{ ...sum, id: 91 }, formulaCalculation(90, [result(91), operator('*'), { type: 'Number', value: 2 }])],
      1_600,
    ],
    ['code', [codeCalculation(90, 'Total > 100000 ? 0 : Total * 1.5 - 75')], 1_200],
  ]
  for (const [name, calculations, value] of cases) {
    it(`contains only the relevant ones of 200 priced questions: ${name}`, () => {
      const state = opened(product(prices, calculations, ['>=', value]), cheap)
      const explanation = explainQuestion(state, target)!
      // 600 are missing of at most 1,001.97: neither the 400 nor one of the 300s can be omitted.
      expect(explanation.because.map(({ question_id }) => question_id)).to.have.lengthOf(2)
      expect(explanation.because[0]).to.deep.include({ question_id: 7, selection: '7000' })
      expect(explanation.remedies[0]!.map(({ question_id }) => question_id).sort((a, b) => a - b)).to.deep.equal([7, 8])
      expect(explanation.remedies.every((remedy) => remedy.length === 2)).to.equal(true)
      verifyRemedies(state, explanation, applies)
    })
  }

  it('is marked as exact if the sum proves it', () => {
    const entered = [{ type: 'QuestionProperty', questionId: 500, operator: '==', value: 3 }, 'AND']
    for (const [, calculations, value] of cases.slice(0, 3)) {
      const state = opened(product(prices, calculations, ['>=', value], entered), cheap)
      changeSelection(state, { question_id: 500, value: '3' }, true)
      expect(explainQuestion(state, target)).to.include({ exact: true })
    }
  })

  it('is empty if the sum can never be reached', () => {
    const state = opened(product(prices, [codeCalculation(90, 'Total')], ['>=', 5_000]), cheap)
    expect(explainQuestion(state, target)).to.deep.include({ because: [], remedies: [], exact: true })
  })

  it('names the excess if the sum must stay below a limit', () => {
    const state = opened(
      product(prices, [codeCalculation(90, 'Total')], ['<', 900]),
      prices.map((_own, i) => (gains.has(i + 1) ? 1 : 0)),
    )
    const explanation: Explanation = explainQuestion(state, target)!
    expect(explanation).to.include({ exact: true })
    expect(explanation.remedies[0]).to.have.lengthOf(1)
    verifyRemedies(state, explanation, applies)
  })

  it('includes entered numbers from which prices are calculated', () => {
    const source = product(prices.slice(10, 60), [codeCalculation(90, 'Total'), codeCalculation(91, 'A * 2', 500)], ['>=', 600])
    const questions = source.questions.map((question) =>
      question.id === 1 ? { ...question, calcmodel: 91 } : question.id === 500 ? createNumberQuestion(500, 1, 400) : question,
    )
    const state = opened(
      { ...source, questions },
      prices.slice(10, 60).map(() => 0),
    )
    changeSelection(state, { question_id: 500, value: '3' }, true)
    expect(explainQuestion(state, target)).to.deep.include({
      because: [{ question_id: 500, selection: '3', text: '3' }],
      remedies: [[{ question_id: 500, from: '3', to: '400', text: '400', possible: true }]],
    })
  })

  it('is correct for random prices, bodies and rules (compared with brute force)', () => {
    const amount = fc.integer({ min: -4, max: 20 })
    const own = fc.array(fc.array(amount, { minLength: 2, maxLength: 2 }), { minLength: 4, maxLength: 4 })
    const priced = [1, 2, 3, 4]
    const bodies: readonly (readonly CalculationSource[])[] = [
      [codeCalculation(90, 'Total')],
      [codeCalculation(90, 'Total * -2 + 7')],
      [codeCalculation(90, 'Math.max(Total, A * 20) / 2', 500)],
      [codeCalculation(90, 'A > 2 ? Total : Total - 10', 500)],
      [codeCalculation(90, 'Total % 7')],
      [codeCalculation(90, '(Total > 60 && A) - (Total <= 55 || A)', 500)],
      [codeCalculation(90, '100 / (Total - 58)')],
      [formulaCalculation(90, joined(priced.map(price), '+'))],
      [formulaCalculation(90, joined(priced.map(price), '-'))],
      [formulaCalculation(90, [price(1), operator('*'), price(2), operator('+'), price(3), operator('/'), price(4)])],
      [formulaCalculation(91, joined(priced.map(price), '+')), formulaCalculation(90, [result(91), operator('-'), price(1)])],
      [
        codeCalculation(91, 'Total'),
        {
          ...{ id: 90, type: 'matrix' },
          matrix: {
            ...{ lookup: 'nextLower', round: null, row_question_id: null, column_question_id: 500 },
            ...{ row_calculation_id: 91, column_calculation_id: null },
            cells: [40, 55, 60, 70].flatMap((row, i) => [1, 3].map((column) => ({ row, column, value: 30 + 20 * i - column }))),
          },
        },
      ],
    ]
    const comparison = fc.tuple(fc.constantFrom('>=', '>', '<=', '<', '==', '!='), fc.integer({ min: -20, max: 110 }))
    const before = fc.constantFrom<readonly unknown[]>(
      ...[
        [],
        ['NOT'],
        [{ type: 'QuestionProperty', questionId: 1, operator: '==', value: 1_000 }, 'AND'],
        [{ type: 'QuestionProperty', questionId: 500, operator: '==', value: '' }, 'AND'],
      ],
    )
    const choices = fc.array(fc.constantFrom(null, 0, 1), { minLength: 4, maxLength: 4 })
    let exact = 0
    fc.assert(
      fc.property(own, fc.constantFrom(...bodies), comparison, before, choices, (each, body, compared, more, chosen) => {
        const state = opened(product(each, body, compared, more), chosen)
        const explanation = explainQuestion(state, target)
        expect(explanation === null).to.equal(applies(state))
        if (!explanation) return
        verifyExplanation(state, state.program.questionIndex.get(target)!, explanation, applies)
        if (explanation.exact) exact++
      }),
      { numRuns: 600, seed: 3 },
    )
    expect(exact).to.be.greaterThan(100)
  }).timeout(120_000)
})
