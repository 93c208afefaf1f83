// Traces: the leaves of every amount add up to it exactly at every step, and null values have warnings.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toAmount } from '../../../../core/engine/money/amount.js'
import { priceGoods } from '../../../../core/engine/money/goods.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, initializeConfiguration } from '../../../../core/engine/program/configuration.js'
import { traceLine, traceCalculation, traceMeasure } from '../../../../core/engine/program/trace.js'
import type { TraceLine, TraceWarning } from '../../../../core/engine/program/trace-line.js'
import { computeUnitTotals } from '../../../../core/engine/program/state.js'
import type { CalculationSource, ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import { anonymousContext, convertOracle, stockTypes } from '../engine-product.js'
import { readOracleProduct, readOracleSequences } from '../../../oracle/oracle-product.js'
import { randomChanges, randomProduct } from '../random-product.js'
import { shedSource } from '../shed-product.js'

/** The leaves of a trace, in order. */
function leavesOf(line: TraceLine): readonly TraceLine[] {
  return line.parts?.flatMap(leavesOf) ?? [line]
}

/** All warnings in a trace. */
function warningsOf(line: TraceLine): readonly TraceWarning[] {
  return [...(line.warnings ?? []), ...(line.parts ?? []).flatMap(warningsOf)]
}

const sum = (line: TraceLine): number => leavesOf(line).reduce((total, leaf) => total + leaf.amount, 0)

function addsUp(line: TraceLine): boolean {
  if (!line.parts) return true
  return line.parts.reduce((total, part) => total + part.amount, 0) === line.amount && line.parts.every(addsUp)
}

function verify(state: ConfigurationState): void {
  const { net, recurring, weight } = computeUnitTotals(state)
  for (const [figure, amount] of [net, recurring, weight].entries()) {
    const trace = traceMeasure(state, figure as 0 | 1 | 2)
    expect(trace.amount).to.equal(amount)
    expect(sum(trace)).to.equal(amount)
    expect(addsUp(trace)).to.equal(true)
  }
  for (const node of state.program.source.calculations.keys()) {
    const value = state.value(node)
    const trace = traceCalculation(state, node)
    expect(trace.amount).to.equal(Number.isNaN(value) ? 0 : toAmount(value))
    expect(addsUp(trace)).to.equal(true)
    expect(warningsOf(trace).length > 0, 'a null has a warning').to.equal(Number.isNaN(value) || warningsOf(trace).length > 0)
  }
}

/** Calculated prices of some questions and answers, with multiplicators and overrides of group 1. */
function priced(source: ProductSource): ProductSource {
  const calculation = (n: number): number => 500 + (n % 3)
  return {
    ...source,
    use_recurring_pricing: true,
    baseprice_overrides: [{ customer_group_id: 1, price: 7.77 }],
    questions: source.questions.map((question) =>
      question.id % 2 === 0
        ? {
            ...question,
            calcmodel: calculation(question.id),
            multiplicator: 1.0375,
            calcmodel_weight: calculation(question.id + 1),
          }
        : question,
    ),
    answers: source.answers.map((answer) => ({
      ...answer,
      price: (answer.price ?? 0) + 0.333,
      price_recurring: 1.1,
      ...(answer.id % 3 === 0
        ? { calcmodel: 501, price_calculation_overrides: [{ customer_group_id: 1, calculation_id: 502 }] }
        : {}),
      ...(answer.id % 3 === 1 ? { price_overrides: [{ customer_group_id: 1, price: 0.05 }] } : {}),
    })),
  }
}

describe('a trace', () => {
  it('adds up at every step of every recorded session', () => {
    for (const name of ['dell-laptop', 'car-selection']) {
      const imported = convertOracle(readOracleProduct(name))
      const program = compileProgram({ ...imported.source, baseprice: 9.99 }, stockTypes)
      for (const { steps } of readOracleSequences(name).sequences) {
        const { state } = initializeConfiguration(program, anonymousContext)
        for (const step of steps) {
          for (const [question, value] of step.do)
            changeSelection(state, {
              question_id: imported.ids.get(question)!,
              value: value === null ? null : String(imported.ids.get(value) ?? value),
            })
          verify(state)
        }
      }
    }
  })

  it('adds up for random products with calculated prices, with and without a customer group', () => {
    fc.assert(
      fc.property(randomProduct, randomChanges, fc.constantFrom(null, 1), (source, changes, customerGroupId) => {
        const { state } = initializeConfiguration(compileProgram(priced(source), stockTypes), {
          ...anonymousContext,
          customerGroupId,
        })
        for (const entry of changes) changeSelection(state, entry)
        verify(state)
      }),
      { numRuns: 200, seed: 12 },
    )
  })

  it('continues to the gross of a line: currency, discount, tax, rounding', () => {
    const currencies = [
      { multiplicator: 1.08731, decimals: 2 },
      { multiplicator: 161.4, decimals: 0 },
    ]
    const levels = [{ start: 1, type: 'percentage' as const, value: 7.5, title: 'Early' }]
    fc.assert(
      fc.property(
        randomProduct,
        randomChanges,
        fc.constantFrom(...currencies),
        fc.constantFrom('net' as const, 'gross' as const),
        fc.integer({ min: 1, max: 50 }),
        fc.boolean(),
        (source, changes, currency, entry, quantity, discounted) => {
          const { state } = initializeConfiguration(compileProgram(priced(source), stockTypes), anonymousContext)
          for (const entered of changes) changeSelection(state, entered)
          const unit = traceMeasure(state, 0)
          const rates = [
            { rate: 19, code: 'A' },
            { rate: 1.25, code: null },
          ]
          const line = priceGoods([{ unit: unit.amount, quantity, rates }], { currency, entry, levels: discounted ? levels : [] })
            .lines[0]!
          const trace = traceLine(unit, line, { quantity, currency, entry, discountTitle: 'Early' })
          expect(trace.amount).to.equal(line.gross)
          expect(addsUp(trace)).to.equal(true)
          expect(trace.parts!.filter(({ kind }) => kind === 'rounding')).to.deep.equal([])
        },
      ),
      { numRuns: 100, seed: 13 },
    )
  })

  const terms = (...list: unknown[]): CalculationSource['formula'] => ({ terms: list })
  const op = (value: string): object => ({ type: 'Operator', value })
  const number = (value: number): object => ({ type: 'Number', value })
  const traced = (own: Partial<CalculationSource>, more: readonly CalculationSource[] = []): TraceLine => {
    const calculations = [{ id: 30, name: 'Own', type: 'formula' as const, ...own }, ...shedSource.calculations, ...more]
    const state = openConfiguration(compileProgram({ ...shedSource, calculations }, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 3, value: '150' })
    return traceCalculation(state, 0)
  }

  it('contains summands, nested calculations and the factors of a product', () => {
    const trace = traced({
      formula: terms(
        { type: 'Calculation', calculationId: 20 },
        op('-'),
        { type: 'QuestionProperty', questionId: 3 },
        op('/'),
        number(7),
      ),
    })
    expect(trace).to.deep.equal({
      kind: 'calculation',
      calculation_id: 30,
      title: 'Own',
      amount: -194_286,
      parts: [
        {
          kind: 'calculation',
          calculation_id: 20,
          title: 'Volume',
          amount: 20_000,
          parts: [{ kind: 'term', amount: 20_000, details: [{ what: 'number', value: 2 }] }],
        },
        {
          kind: 'term',
          amount: -214_286,
          details: [
            { what: 'question 3 selected', value: 150 },
            { what: '/', value: null },
            { what: 'number', value: 7 },
          ],
        },
      ],
    })
  })

  it('contains the cell of a matrix and the operands of code', () => {
    const matrix = {
      row_question_id: 3,
      row_calculation_id: null,
      column_question_id: null,
      column_calculation_id: null,
      lookup: 'nextHigher' as const,
      round: null,
      cells: [
        { row: 100, column: 0, value: '5' },
        { row: 200, column: 0, value: '8' },
      ],
    }
    expect(traced({ type: 'matrix', matrix }).parts).to.deep.equal([
      {
        kind: 'cell',
        amount: 80_000,
        cell: { row: 200, column: 0 },
        details: [
          { what: 'row', value: 150 },
          { what: 'column', value: 0 },
        ],
      },
    ])
    const code = { code: ' A * Calculation(20)', question_id_a: 3, question_id_b: null, question_id_c: null, question_id_d: null }
    expect(traced({ type: 'code', code }).parts).to.deep.equal([
      {
        kind: 'code',
        amount: 3_000_000,
        details: [
          { what: 'A', value: 150 },
          { what: 'Calculation(20)', value: 2 },
        ],
      },
    ])
  })

  it('contains warnings for divisions by zero, missing cells and inputs, loops, malformed bodies and texts', () => {
    const axes = {
      row_calculation_id: null,
      column_question_id: null,
      column_calculation_id: null,
      lookup: 'exact' as const,
      round: null,
      cells: [],
    }
    const code = (text: string): Partial<CalculationSource> => ({
      type: 'code',
      code: { code: text, question_id_a: 3, question_id_b: null, question_id_c: null, question_id_d: null },
    })
    const cases: readonly (readonly [string, TraceLine])[] = [
      ['division_by_zero', traced({ formula: terms(number(1), op('/'), number(0)) })],
      [
        'division_by_zero',
        traced({ formula: terms(number(1), op('+'), { type: 'Bracket', terms: [number(1), op('/'), number(0)] }) }),
      ],
      ['division_by_zero', traced(code('1 / ( A - 150)'))],
      ['not_a_number', traced(code("'text'"))],
      ['no_cell', traced({ type: 'matrix', matrix: { ...axes, row_question_id: 3 } })],
      ['no_input', traced({ type: 'matrix', matrix: { ...axes, row_question_id: 1 } })],
      ['malformed', traced({ formula: terms(number(1), number(2)) })],
      ['loop', traced({ formula: terms({ type: 'Calculation', calculationId: 30 }) })],
      [
        'division_by_zero',
        traced({ formula: terms({ type: 'Calculation', calculationId: 31 }) }, [
          { id: 31, type: 'formula', formula: terms(number(1), op('/'), number(0)) },
        ]),
      ],
    ]
    for (const [warning, trace] of cases) {
      expect(warningsOf(trace)).to.deep.equal([warning])
      expect(trace.amount).to.equal(0)
    }
  })
})
