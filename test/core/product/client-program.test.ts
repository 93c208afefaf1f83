// The pruned product for a shopper's browser: it evaluates like the full product and contains no confidential data.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { compileProgram } from '../../../core/engine/program/compiler.js'
import {
  changeSelection,
  initializeConfiguration,
  findMissing,
  viewAnswer,
  viewQuestion,
} from '../../../core/engine/program/configuration.js'
import type { EvaluationContext } from '../../../core/engine/program/program.js'
import { computeUnitTotals } from '../../../core/engine/program/state.js'
import type { ProductSource } from '../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../core/engine/program/state.js'
import { pruneProduct } from '../../../core/product/client-program/prune-product.js'
import {
  anonymousContext,
  createAnswerSource,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine/engine-product.js'
import { randomChanges, randomProduct } from '../engine/random-product.js'

const dealer: EvaluationContext = {
  ...anonymousContext,
  customerGroupId: 7,
  customerGroup: { b2b_mode: true, custom_1: '12', title: 'Dealers' },
}

const groupIs = (value: string): object => ({ type: 'CustomerGroup', field: 'custom_1', operator: '==', value })

/** Adds rules and formulas that read the group and the authors' fields, and group prices. */
function forGroups({ questions, answers, calculations, ...rest }: ProductSource, seed: number): ProductSource {
  const ruled = (rules: unknown, place: number): string | null => {
    const tokens = typeof rules === 'string' ? (JSON.parse(rules) as unknown[]) : null
    if ((place + seed) % 3 !== 0) return tokens && JSON.stringify(tokens)
    const own = groupIs(place % 2 === 0 ? '12' : '13')
    const custom = { type: 'QuestionProperty', questionId: 2, field: 'element_custom_1', operator: '==', value: 'oak' }
    return JSON.stringify(tokens === null ? [own] : [[...tokens], seed % 2 === 0 ? 'AND' : 'OR', own, 'OR', custom])
  }
  return {
    ...rest,
    baseprice_overrides: [{ customer_group_id: 7, price: 8 }],
    questions: questions.map((question, place) => ({
      ...question,
      rules: ruled(question.rules, place),
      element_custom: ['oak', 'board 7'],
    })),
    answers: answers.map((answer, place) => ({
      ...answer,
      rules: ruled(answer.rules, place + 1),
      assignment_custom: [String(place), 'shelf 4'],
      ...(place % 2 === 0 && {
        price_overrides: [
          { customer_group_id: 7, price: place },
          { customer_group_id: 8, price: 4_711 },
        ],
      }),
      ...(place % 5 === 0 && { price_calculation_overrides: [{ customer_group_id: 7, calculation_id: 501 }] }),
    })),
    calculations: [
      ...calculations.map((calculation) =>
        calculation.id === 501
          ? { ...calculation, formula: { terms: [{ type: 'CustomerGroup', field: 'custom_1', value: '12' }] } }
          : calculation,
      ),
      {
        id: 600,
        type: 'code',
        code: {
          code: "QuestionProperty(1, 'selectedOption.assignment_custom_1') + QuestionProperty(2, 'element_custom_1') * 0 + 3",
          ...{ question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
        },
      },
    ],
  }
}

const told = (state: ConfigurationState): object => ({
  selections: state.text,
  questions: state.program.questions.map(({ index }) => ({ ...viewQuestion(state, index), text: null })),
  answers: state.program.answers.map((_, index) => viewAnswer(state, index)),
  figures: computeUnitTotals(state),
  missing: findMissing(state).map(({ question_id }) => question_id),
})

describe('pruned product', () => {
  it('evaluates like the full product in random sessions, also with group rules and group prices', () => {
    fc.assert(
      fc.property(randomProduct, randomChanges, fc.nat(5), (random, changes, seed) => {
        const program = compileProgram(forGroups(random, seed), stockTypes)
        const pruned = JSON.parse(JSON.stringify(pruneProduct(program, dealer, true).source)) as ProductSource
        const ours = initializeConfiguration(program, dealer).state
        const theirs = initializeConfiguration(compileProgram(pruned, stockTypes), anonymousContext).state
        expect(told(theirs)).to.deep.equal(told(ours))
        for (const entry of changes) {
          const [first, other] = [changeSelection(ours, entry), changeSelection(theirs, entry)]
          expect(other.automatic).to.deep.equal(first.automatic)
          expect(other.refused?.code).to.equal(first.refused?.code)
          expect(told(theirs)).to.deep.equal(told(ours))
        }
      }),
      { numRuns: 100, seed: 20_261_122 },
    )
  })

  const shelf = (): ProductSource =>
    createProductSource({
      baseprice: 10,
      baseprice_overrides: [
        { customer_group_id: 7, price: 9 },
        { customer_group_id: 8, price: 4_711 },
      ],
      questions: [
        createQuestionSource(1, 'Radiobuttons', {
          title: 'Internal board',
          element_custom: ['secret board'],
          settings: { internal_name: 'secret name', css_classes: 'wide', unit: 'mm' },
          rules: JSON.stringify([groupIs('12'), 'AND', { ...groupIs('12'), field: 'title', value: 'Dealers' }]),
        }),
        createQuestionSource(2, 'Textbox', { settings: { input_restriction: 'integer', validate: true }, calcmodel: 40 }),
      ],
      answers: [
        createAnswerSource(11, 1, {
          title: 'Secret oak',
          price: 4_712,
          price_overrides: [{ customer_group_id: 7, price: 3 }],
          calcmodel: 42,
          price_calculation_overrides: [{ customer_group_id: 7, calculation_id: null }],
        }),
        createAnswerSource(12, 1, { option_custom: ['secret option'] }),
      ],
      calculations: [
        { id: 40, name: 'Secret width', type: 'formula', formula: { terms: [{ type: 'Calculation', calculationId: 41 }] } },
        {
          id: 41,
          name: 'Secret table',
          type: 'matrix',
          matrix: {
            ...{ row_question_id: 2, row_calculation_id: null, column_question_id: null, column_calculation_id: null },
            ...{ lookup: 'nextHigher', round: null, cells: [{ row: 5, column: 0, value: '4.5' }] },
          },
        },
        { id: 42, name: 'Secret for others', type: 'formula', formula: { terms: [{ type: 'Number', value: 4_713 }] } },
        {
          id: 43,
          name: 'Unused',
          type: 'code',
          code: { code: '4714', question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
        },
      ],
    })

  it("omits names, authors' fields, prices of other groups and unused calculations", () => {
    const { source } = pruneProduct(compileProgram(shelf(), stockTypes), dealer, true)
    const text = JSON.stringify(source)
    expect(text).to.not.match(/secret|internal|unused|dealers|custom_1|wide|471\d/i)
    expect(source.questions[0]!.rules, 'a rule decided by the group is removed').to.equal(null)
    expect(source.questions[1]!.settings).to.deep.equal({ input_restriction: 'integer', validate: true })
    expect(source.answers[0]).to.include({ price: 3, calcmodel: null })
    expect(source.baseprice).to.equal(9)
    expect(source.calculations.map(({ id }) => id)).to.deep.equal([40, 41])
  })

  it('omits prices if they are hidden, and reports whether a remaining rule reads one', () => {
    const priced = compileProgram(shelf(), stockTypes)
    const { source, reads } = pruneProduct(priced, dealer, false)
    expect(JSON.stringify(source)).to.not.match(/4\.5|:9[,}]|:3[,}]/)
    expect(source.calculations).to.deep.equal([])
    expect(reads.prices).to.equal(false)
    const rules = JSON.stringify([{ type: 'QuestionProperty', questionId: 2, field: 'price', operator: '>', value: 3 }])
    const ruled = { ...shelf(), questions: [...shelf().questions, createQuestionSource(3, 'Checkbox', { rules })] }
    expect(pruneProduct(compileProgram(ruled, stockTypes), dealer, false).reads.prices).to.equal(true)
  })
})
