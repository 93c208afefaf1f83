// Formulas: precedence, fallbacks, null, stored forms, rejected formulas and their error messages.
import { expect } from 'chai'
import { messageText } from '../../../../core/foundation/message-format.js'
import { toAuthoredTerms, toStoredTerms } from '../../../../core/engine/calculation/formula-authoring.js'
import { findValueLoop, describeValueLoop } from '../../../../core/model/calculation/value-loop.js'
import { codeReferences, formulaReferences, matrixReferences } from '../../../../core/engine/calculation/references.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration } from '../../../../core/engine/program/configuration.js'
import type { CalculationSource } from '../../../../core/engine/program/source.js'
import { calculationValues } from '../../../../core/engine/program/configuration-view.js'
import {
  createAnswerSource,
  anonymousContext,
  listBodyErrors,
  parseBodySource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { shedSource, shedVocabulary } from '../shed-product.js'

type Selections = Readonly<Record<number, string>>

function valueOf(own: Partial<CalculationSource>, selections: Selections = {}): number | null {
  const calculations = [...shedSource.calculations, { id: 30, type: 'formula' as const, ...own }]
  const state = openConfiguration(compileProgram({ ...shedSource, calculations }, stockTypes), {
    ...anonymousContext,
    customerGroup: { custom_1: 'gold', id: 4 },
  })
  for (const [id, value] of Object.entries(selections))
    expect(changeSelection(state, { question_id: Number(id), value }).refused).to.equal(null)
  return calculationValues(state).find(({ id }) => id === (own.id ?? 30))!.value
}

function stored(terms: unknown): unknown {
  const result = toStoredTerms(terms, shedVocabulary)
  if ('terms' in result) return result.terms
  throw new Error(result.refusals.map(({ message }) => message).join(' | '))
}

const compute = (terms: unknown, selections?: Selections): number | null =>
  valueOf({ formula: { terms: stored(terms) } }, selections)
const n = (number: number): object => ({ number })
const op = (operator: string): object => ({ operator })

describe('a formula', () => {
  it('computes * and / before + and -, from left to right', () => {
    expect(compute([n(2), op('+'), n(3), op('*'), n(4), op('-'), n(10), op('/'), n(4)])).to.equal(11.5)
    expect(compute([n(100), op('-'), n(10), op('-'), n(1)])).to.equal(89)
    expect(compute([n(100), op('/'), n(10), op('*'), n(2), op('/'), n(4)])).to.equal(5)
    expect(compute([{ group: [n(2), op('+'), n(3)] }, op('*'), n(4)])).to.equal(20)
    expect(compute([{ function: 'min', parameters: [[n(9)], [n(2), op('*'), n(3)], [n(8)]] }])).to.equal(6)
    expect(compute([{ function: 'round', parameters: [[n(2.345)], [n(2)]] }])).to.equal(2.35)
  })

  it('rounds its result to four places', () => {
    expect(compute([n(0.1), op('+'), n(0.2)])).to.equal(0.3)
    expect(compute([n(1), op('/'), n(3)])).to.equal(0.3333)
    expect(compute([n(2), op('/'), n(-3)])).to.equal(-0.6667)
  })

  it('reads questions, with a fallback for null fields', () => {
    expect(compute([{ question: 3 }])).to.equal(0)
    expect(compute([{ question: 3, fallback: 7 }])).to.equal(7)
    expect(compute([{ question: 3, fallback: 7 }], { 3: '150' })).to.equal(150)
    expect(compute([{ question: 1, field: 'price', fallback: 5 }])).to.equal(5)
    expect(
      compute([{ question: 1, field: 'selectedOption.basePrice' }, op('+'), { question: 1, field: 'weight' }], { 1: '12' }),
    ).to.equal(28)
    expect(compute([{ question: 1, field: 'selectedOption.option_custom_1', fallback: 9 }], { 1: '12' })).to.equal(4)
    expect(compute([{ question: 1, field: 'selectedOption.option_custom_2', fallback: 9 }], { 1: '12' })).to.equal(9)
    expect(compute([{ question: 1, field: 'option_custom_1', answerId: 11 }])).to.equal(2)
    expect(compute([{ question: 1, field: 'element_custom_2' }])).to.equal(7.5)
    expect(
      compute([{ question: 6, field: 'price' }, op('*'), { question: 6, field: 'selectedOption.option_custom_1' }], {
        6: '15,16,17',
      }),
    ).to.equal(33)
  })

  it('counts a group field as 1 if it has the value, else 0', () => {
    expect(
      compute([
        { customerGroup: 'custom_1', value: 'gold' },
        op('+'),
        { customerGroup: 'custom_1', value: 'silver' },
        op('+'),
        { customerGroup: 'id', value: 4 },
      ]),
    ).to.equal(2)
  })

  it('is null for a division by zero, and counts as 0 in another calculation', () => {
    const malformed: CalculationSource = { id: 31, type: 'formula', formula: { terms: stored([n(1), op('/'), { question: 3 }]) } }
    expect(valueOf(malformed)).to.equal(null)
    expect(compute([{ function: 'max', parameters: [[n(1), op('/'), n(0)], [n(5)]] }])).to.equal(null)
    const calculations = [
      ...shedSource.calculations,
      malformed,
      { id: 30, type: 'formula' as const, formula: { terms: stored([{ calculation: 20 }, op('+'), n(1)]) } },
    ]
    const terms = [
      { type: 'Calculation', calculationId: 31 },
      { type: 'Operator', value: '+' },
      { type: 'Number', value: 1 },
    ]
    const state = openConfiguration(
      compileProgram(
        { ...shedSource, calculations: [...calculations, { id: 32, type: 'formula', formula: { terms } }] },
        stockTypes,
      ),
      anonymousContext,
    )
    expect(calculationValues(state).map(({ value }) => value)).to.deep.equal([2, 3, null, 3, 1])
  })

  it('evaluates the older nested form, which reference checks ignore, and stores it flat', () => {
    const nested = [{ type: 'QuestionProperty', data: { questionId: '3', field: 'selected', fallbackValue: '4' } }]
    expect(valueOf({ formula: { terms: nested } })).to.equal(4)
    expect(valueOf({ formula: { terms: nested } }, { 3: '20' })).to.equal(20)
    expect(formulaReferences(nested, stockTypes.termTypes)).to.deep.equal([])
    const authored = toAuthoredTerms(nested, stockTypes.termTypes)!
    expect(authored).to.deep.equal([{ question: 3, field: 'selected', fallback: 4 }])
    expect(stored(authored)).to.deep.equal([{ type: 'QuestionProperty', questionId: 3, field: 'selected', fallbackValue: 4 }])
  })

  it('is read back as written', () => {
    const terms = [
      n(2),
      op('*'),
      { group: [{ question: 3, fallback: 1 }, op('-'), { calculation: 20 }] },
      op('/'),
      { function: 'max', parameters: [[n(1)], [{ question: 1, field: 'price' }]] },
      op('+'),
      { customerGroup: 'custom_1', value: 'gold' },
      op('+'),
      { term: 'Calculation', calculationId: 21, note: 'kept' },
    ]
    expect(toAuthoredTerms(stored(terms), stockTypes.termTypes)).to.deep.equal(terms)
  })

  it('is null if it is malformed', () => {
    for (const terms of [
      null,
      5,
      '{',
      [],
      [{ type: 'Operator', value: '+' }],
      [
        { type: 'Number', value: 1 },
        { type: 'Number', value: 1 },
        { type: 'Number', value: 1 },
      ],
      [{ type: 'Number', value: 'x' }],
      [{ type: 'Nowhere' }],
      [{ type: 'Function', name: 'nowhere', parameters: [] }],
      [{ type: 'QuestionProperty' }],
    ])
      expect(valueOf({ formula: { terms } }), JSON.stringify(terms)).to.equal(null)
    expect(valueOf({ type: 'matrix' })).to.equal(null)
    expect(
      valueOf({
        type: 'code',
        code: { code: 'return 1', question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
      }),
    ).to.equal(null)
  })

  const refused: readonly (readonly [string, unknown, string])[] = [
    ['no terms', [], 'A formula is a list of terms'],
    ['an operator in front', [op('-'), n(1)], 'Expected a term, not an operator'],
    ['an operator at the end', [n(1), op('+')], 'The formula ends with an operator'],
    ['two terms in a row', [n(1), n(2), n(3)], 'Expected an operator between two terms'],
    ['an unknown operator', [n(1), op('%'), n(2)], "Unknown operator '%'. Use one of + - * /."],
    ['a number as text', [{ number: '5' }], "'number' needs a number"],
    [
      'a field the type does not declare',
      [{ question: 3, field: 'prize' }],
      "Did you mean 'price'? Available fields: selected, price",
    ],
    [
      'the selection of a question with answers',
      [{ question: 1 }],
      "The field 'selected' is not available for question 1 ('Size').",
    ],
    ['a question of another product', [{ question: 99 }], 'There is no question 99 in this product'],
    ['a fallback that is no number', [{ question: 3, fallback: '1' }], "'fallback' needs a number."],
    ['a calculation of another product', [{ calculation: 99 }], 'There is no calculation 99'],
    ['an unknown function', [{ function: 'rond', parameters: [[n(1)]] }], "There is no function 'rond'. Did you mean 'round'?"],
    ['too few parameters', [{ function: 'min', parameters: [[n(1)]] }], "'min' needs 2 or more parameters"],
    ['a group value of the wrong kind', [{ customerGroup: 'custom_1', value: 5 }], 'with a text'],
    ['an unknown term type', [{ term: 'Moon' }], "There is no term type 'Moon'"],
    ['an unknown key', [{ question: 3, fallbak: 1 }], "Did you mean 'fallback'?"],
    ['no known key', [{ numbr: 1 }], "Did you mean 'number'?"],
    ['something that is no term', [5], 'A term is an object'],
  ]
  for (const [title, terms, sentence] of refused) {
    it(`is rejected for ${title}`, () => {
      const result = toStoredTerms(terms, shedVocabulary)
      expect('refusals' in result ? result.refusals.map(({ message }) => message).join(' | ') : 'taken').to.include(sentence)
    })
  }

  it('is rejected beyond its limits', () => {
    let deep: object = n(1)
    for (let i = 0; i < 5_000; i++) deep = { group: [deep] }
    const validate = (terms: unknown): string => JSON.stringify(toStoredTerms(terms, shedVocabulary))
    expect(validate([deep])).to.include('nested at most 32 levels')
    expect(validate(Array.from({ length: 3_001 }, (_, i) => (i % 2 === 0 ? n(1) : op('+'))))).to.include('at most 2000 terms')
  })
})

describe('a matrix body', () => {
  const validate = (matrix: unknown): string => listBodyErrors('matrix', matrix, shedVocabulary).join('\n') || 'taken'
  const body = { rows: { question: 3 }, columns: null, lookup: 'nextHigher', cells: [{ row: 100, column: 0, value: '9.90' }] }

  it('is rejected with a message for invalid parts', () => {
    expect(validate(body)).to.equal('taken')
    expect(validate({ ...body, cells: [...body.cells, { row: 100, column: 0, value: '8' }] })).to.include(
      "cells[1]: Field 'Cells' has two cells at row 100, column 0",
    )
    expect(validate({ ...body, cells: [{ row: 100, column: 5, value: '8' }] })).to.include(
      'cells: The matrix has no column axis, so every cell has column 0.',
    )
    expect(validate({ ...body, cells: [{ row: '100', column: 0, value: '8' }] })).to.include(
      "cells[0].row: Field 'Cells' takes a number as the row",
    )
    expect(validate({ ...body, cells: [{ row: 100, column: 0, value: 'dear' }] })).to.include('cells[0].value')
    expect(validate({ ...body, rows: { question: 99 } })).to.include('There is no question 99')
    expect(validate({ ...body, rows: { question: 3, calculation: 20 } })).to.include("'rows' takes {")
    expect(validate({ ...body, lookp: 1 })).to.include("Did you mean 'lookup'?")
  })

  it('finds its cells by entered numbers, answers and calculations', () => {
    const { matrix } = parseBodySource(
      'matrix',
      {
        rows: { question: 1 },
        columns: { question: 3 },
        lookup: 'exact',
        round: 50,
        cells: [{ row: 12, column: 150, value: '7' }],
      },
      shedVocabulary,
    )
    if (!matrix) throw new Error('refused')
    expect(valueOf({ type: 'matrix', matrix }, { 1: '12', 3: '125' })).to.equal(7)
    expect(valueOf({ type: 'matrix', matrix }, { 1: '12', 3: '124' })).to.equal(null)
    expect(valueOf({ type: 'matrix', matrix }, { 1: '12' })).to.equal(null)
    expect(matrixReferences(matrix)).to.deep.equal([
      { entity: 'question', id: 1 },
      { entity: 'question', id: 3 },
    ])
    const byCalculation = {
      ...matrix,
      round: null,
      row_question_id: null,
      row_calculation_id: 20,
      cells: [{ row: 2, column: 150, value: '5' }],
    }
    expect(valueOf({ type: 'matrix', matrix: byCalculation }, { 3: '150' })).to.equal(5)
  })
})

describe('a loop of values', () => {
  const formula = (id: number, ...terms: unknown[]): CalculationSource => ({
    id,
    name: `C${id}`,
    type: 'formula',
    formula: { terms },
  })
  const reads = (calculationId: number): object => ({ type: 'Calculation', calculationId })
  const code = (id: number, text: string): CalculationSource => ({
    id,
    name: `C${id}`,
    type: 'code',
    code: { code: text, question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
  })
  const questions = [
    createQuestionSource(1, 'Radiobuttons', { title: 'Size', calcmodel: 3 }),
    createQuestionSource(2, 'Radiobuttons', { title: 'Colour' }),
  ]
  const answers = [createAnswerSource(11, 2, { price_calculation_overrides: [{ customer_group_id: 1, calculation_id: 4 }] })]
  const loop = (...calculations: CalculationSource[]): string | null => {
    const path = findValueLoop({ questions, answers, calculations }, stockTypes)
    return path && messageText(describeValueLoop(path))
  }

  it('is detected through terms, axes, prices and group overrides, with its path', () => {
    expect(loop(formula(1, reads(2)), formula(2, reads(1)))).to.include("calculation 'C1' → calculation 'C2' → calculation 'C1'")
    expect(loop(formula(1, reads(1)))).to.include("calculation 'C1' → calculation 'C1'")
    expect(loop(formula(3, { type: 'QuestionProperty', questionId: 1, field: 'price' }))).to.include(
      "calculation 'C3' → the price of question 'Size' → calculation 'C3'",
    )
    expect(loop(code(4, 'QuestionPrice(2) + 1'))).to.include("the price of question 'Colour'")
    expect(
      loop({
        id: 5,
        name: 'C5',
        type: 'matrix',
        matrix: {
          row_question_id: null,
          row_calculation_id: 5,
          column_question_id: null,
          column_calculation_id: null,
          lookup: 'exact',
          round: null,
          cells: [],
        },
      }),
    ).to.include("'C5' → calculation 'C5'")
  })

  it('is not caused by selections, other measures or totals', () => {
    expect(
      loop(
        formula(3, { type: 'QuestionProperty', questionId: 1, field: 'weight' }),
        code(4, 'Total + QuestionSelection(2)'),
        formula(6, reads(3), { type: 'Operator', value: '+' }, reads(3)),
      ),
    ).to.equal(null)
  })

  it('evaluates to null if it is stored, in any order of evaluation', () => {
    const calculations = [
      formula(1, reads(2)),
      formula(2, reads(1)),
      formula(3, reads(1), { type: 'Operator', value: '+' }, { type: 'Number', value: 5 }),
    ]
    const values = (list: CalculationSource[]): unknown =>
      calculationValues(
        openConfiguration(compileProgram({ ...shedSource, calculations: list }, stockTypes), anonymousContext),
      ).toSorted((a, b) => a.id - b.id)
    expect(values(calculations)).to.deep.equal([
      { id: 1, value: null },
      { id: 2, value: null },
      { id: 3, value: 5 },
    ])
    expect(values(calculations.toReversed())).to.deep.equal(values(calculations))
  })

  it('is detected together with the references of code', () => {
    const source = {
      code: "QuestionPrice(2) + Calculation(3) + QuestionProperty(1, 'option_custom_1', 11)",
      question_id_a: 7,
      question_id_b: null,
      question_id_c: null,
      question_id_d: null,
    }
    expect(codeReferences(source, stockTypes).map(({ entity, id }) => `${entity} ${id}`)).to.deep.equal([
      'question 7',
      'question 2',
      'calculation 3',
      'question 1',
      'answer 11',
    ])
  })
})
