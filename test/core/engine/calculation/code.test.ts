// Code calculations: results, rejected code and the suggestions in its error messages.
import { expect } from 'chai'
import { messageText } from '../../../../core/foundation/message-format.js'
import * as fc from 'fast-check'
import { CodeRefusal, parseCode } from '../../../../core/engine/calculation/code-parse.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, calculationValues } from '../../../../core/engine/program/configuration.js'
import { anonymousContext, listBodyErrors, parseBodySource, stockTypes } from '../engine-product.js'
import { shedSource, shedVocabulary } from '../shed-product.js'

const placeholders = { A: 3, B: 1, C: 4, D: 6 }

function compute(code: string, selections: Readonly<Record<number, string>> = {}): number | null {
  const body = parseBodySource('code', { code, questions: placeholders }, shedVocabulary)
  const calculations = [...shedSource.calculations, { id: 30, type: 'code' as const, ...body }]
  const state = openConfiguration(compileProgram({ ...shedSource, calculations }, stockTypes), anonymousContext)
  for (const [id, value] of Object.entries(selections))
    expect(changeSelection(state, { question_id: Number(id), value }).refused).to.equal(null)
  return calculationValues(state).find(({ id }) => id === 30)!.value
}

function refusal(code: string): string {
  return listBodyErrors('code', { code, questions: placeholders }, shedVocabulary).join(' | ') || 'taken'
}

describe('a code calculation', () => {
  it('computes with placeholders: the number, the answer id or the text; 0 for an empty selection', () => {
    expect(compute('A * 2', { 3: '150' })).to.equal(300)
    expect(compute(' A * 2 ')).to.equal(0)
    expect(compute("( B == 12 ? 5 : 1 ) + ( C == 'Zoë' ? 100 : 0 )", { 1: '12', 4: 'Zoë' })).to.equal(105)
    expect(compute('C + 2', { 4: '40' })).to.equal(42)
    expect(compute(" D == '15,16' ? 1 : 2", { 6: '15,16' })).to.equal(1)
  })

  it('supports operators, precedence, conditions and functions', () => {
    const cases: readonly (readonly [string, number | null])[] = [
      ['2 + 3 * 4 - 10 / 4', 11.5],
      ['(2 + 3) * 4', 20],
      ['-2 * -3 + +1', 7],
      ['7 % 4', 3],
      ['1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 ? 1 : 0', 1],
      ["!(1 != 1) && '5' == 5 && '5' !== 5 && 5 === 5 ? 1 : 0", 1],
      ['0 || 4', 4],
      ['0 && 4', 0],
      ['round(2.345, 2) + round(2.5) + round(-2.5)', 2.35],
      ['min(3, 1, 2) + max(3, 1, 2)', 4],
      ['Math.floor(2.7) + Math.ceil(2.1) + Math.abs(-1) + Math.pow(2, 3)', 14],
      ['round(Math.PI, 2)', 3.14],
      ['0.1 + 0.2', 0.3],
    ]
    for (const [code, value] of cases) expect(compute(code), code).to.equal(value)
  })

  it('reads questions, calculations and totals', () => {
    const selections = { 1: '12', 6: '15' }
    expect(compute('QuestionPrice(1) + QuestionSelection(1)', selections)).to.equal(37.5)
    expect(compute('QuestionPriceRecurring(1)', selections)).to.equal(0)
    expect(
      compute("QuestionProperty(1, 'selectedOption.option_custom_1') * QuestionProperty(1, 'option_custom_1', 11)", selections),
    ).to.equal(8)
    expect(compute("QuestionProperty(1, 'element_custom_1') == 'oak' ? QuestionProperty(1, 'element_custom_2') : 0")).to.equal(
      7.5,
    )
    expect(compute('Calculation(20) + Calculation(21)')).to.equal(5)
    expect(compute('Total', selections)).to.equal(126.6)
    expect(compute('TotalRecurring + 1')).to.equal(1)
  })

  it('is null for a division by zero or a value that is not a number anywhere in the expression', () => {
    for (const code of [
      '1 / A',
      '1 % A',
      '( 1 / A > 3) ? 1 : 2',
      '!( 1 / A ) ? 1 : 2',
      'max( 1 / A , 2)',
      '1 / A || 5',
      "'text'",
      "'a' * 2",
      '1 < 2',
      'Math.sqrt(-1)',
      'Math.pow(10, 400)',
    ])
      expect(compute(code), code).to.equal(null)
    expect(compute('A == 0 ? 7 : 100 / A')).to.equal(7)
  })

  const refused: readonly (readonly [string, string])[] = [
    ['return A * 2;', "leave out 'return'"],
    ['if (1) 2', "leave out 'if'"],
    ['let x = 1', "leave out 'let'"],
    [' A * 2;', "leave out the ';'"],
    ['A*2', "'A' needs a space on both sides"],
    ['(A ) * 2', "'A' needs a space on both sides"],
    ['2 * A+1', "'A' needs a space on both sides"],
    ['', 'The code is empty'],
    ['1 +', 'Syntax error at the end'],
    ['1 2', 'after the expression'],
    ['1, 2', 'Write one expression'],
    ['(1, 2)', 'Write one expression'],
    [' A = 2', 'Assignments are not allowed'],
    [' A ++', 'are not allowed'],
    ['process.exit()', 'Only these functions of objects are allowed'],
    ['process', "'process' is not a known name"],
    ['globalThis', "'globalThis' is not a known name"],
    ['this', "'this' is not allowed"],
    ["''.constructor", 'Properties cannot be read'],
    ["''['constructor']('x')()", 'Call functions'],
    ['Math.constructor', 'Properties cannot be read'],
    ["Math['floor'](2)", 'Only these functions of objects'],
    ['Math?.floor(2)', 'is not allowed'],
    ['Math.random()', 'Only these functions of objects'],
    ['(() => 1)()', 'Call functions by their name'],
    ['eval("1")', "There is no function 'eval'"],
    ['constructor(1)', "There is no function 'constructor'"],
    ['toString()', "There is no function 'toString'"],
    ['__proto__', "'__proto__' is not a known name"],
    ['rond(2)', "Did you mean 'round'?"],
    ['round', "'round' is a function"],
    ['round()', "'round' needs 1 to 2 parameters, not 0"],
    ['min(1)', "'min' needs 2 or more parameters, not 1"],
    ['Math.pow(2)', "'Math.pow' needs 2 parameters, not 1"],
    ['new Date()', 'Objects cannot be created'],
    ['[1][0]', 'Properties cannot be read'],
    ['[1]', 'Lists are not allowed'],
    ['{}', 'Objects are not allowed'],
    ['`a`', 'Template literals are not allowed'],
    ['String.raw`a`', 'Template literals are not allowed'],
    ['/a/', "'/a/' is not allowed"],
    ['10n', "'10n' is not allowed"],
    ['null', "'null' is not allowed"],
    ['undefined', "'undefined' is not a known name"],
    ['typeof 1', "The operator 'typeof' is not allowed"],
    ['~1', "The operator '~' is not allowed"],
    ['1 << 2', "The operator '<<' is not allowed"],
    ['2 ** 3', "The operator '**' is not allowed"],
    ['1 in 2', "The operator 'in' is not allowed"],
    ['1 ?? 2', "The operator '??' is not allowed"],
    ['1 + import("fs")', 'Imports are not allowed'],
    ['round(...[1])', 'Use numbers'],
    ['QuestionPrice( A )', "'QuestionPrice' needs an id as a plain number"],
    ['QuestionPrice(99)', 'There is no question 99 in this product'],
    ['Calculation(99)', 'There is no calculation 99 in this product'],
    ["QuestionProperty(1, 'prize')", "Did you mean 'price'?"],
    ['QuestionProperty(1, price)', 'needs a field name in quotes'],
    ['E * 2', "'E' is not a known name"],
    ['a * 2', "'a' is not a known name"],
    ['1'.padEnd(4_100, ' +1'), 'longer than 4000 characters'],
    [`1${'+1'.repeat(300)}`, 'nested more than 50 levels'],
    [`min(${Array.from({ length: 600 }, () => '1').join(',')})`, 'more than 500 parts'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'nested more than 50 levels'],
    [`${'('.repeat(1_990)}1${')'.repeat(1_990)}`, 'nested more than 50 levels'],
    [`${'-'.repeat(1)}${'!'.repeat(3_900)}1`, 'nested more than 50 levels'],
    ['\u0061lert(1)', "There is no function 'alert'"],
    ['\\u{41} * 2', 'is not a known name'],
  ]
  for (const [code, sentence] of refused) {
    it(`rejects the code: ${code.slice(0, 40) || '(nothing)'}`, () => {
      expect(refusal(code)).to.include(sentence)
    })
  }

  it('never throws and never executes anything for any text', () => {
    const pieces = fc.constantFrom(
      'A',
      ' B ',
      '(',
      ')',
      '.',
      'Math',
      'constructor',
      '"',
      "'",
      '`',
      '${',
      '}',
      '[',
      ']',
      '=>',
      'this',
      'new ',
      '=',
      '+',
      '/',
      '*',
      '1',
      '\\u0041',
      '\u2028',
      ';',
      '?',
      ':',
      'round(',
      ',',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (code) => {
          const parsed = parseCode(code, stockTypes.functions)
          if (parsed instanceof CodeRefusal) expect(messageText(parsed.problem)).to.match(/\.$|\.\)$/)
        },
      ),
      { numRuns: 3_000, seed: 9 },
    )
  })

  it('is rejected for unknown placeholders and questions of other products', () => {
    const validate = (questions: unknown): string =>
      listBodyErrors('code', { code: '1', questions }, shedVocabulary).join() || 'taken'
    expect(validate({ E: 1 })).to.equal("questions.E: Unknown key 'E' in 'code.questions'. Allowed keys: A, B, C, D.")
    expect(validate({ A: 99 })).to.include('questions.A: There is no question 99')
    expect(validate([1])).to.include('questions: \'questions\' assigns questions to the placeholders, for example {"A": 12}.')
    expect(validate({ A: null })).to.equal('taken')
  })
})
