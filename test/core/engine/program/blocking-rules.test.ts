// Blocking rules are reported with their record, and only if they really block the selection.
import { expect } from 'chai'
import fc from 'fast-check'
import { findBlockingRules } from '../../../../core/engine/program/explanation.js'
import { changeSelection, initializeConfiguration } from '../../../../core/engine/program/configuration.js'
import { compileWithTables } from '../../../../core/engine/variant/variant-compiler.js'
import {
  anonymousContext,
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { createSeededRandom } from '../../product/model-product.js'
import { randomProduct } from '../random-product.js'
import { isAdmittedByTable, drawSelection, addTables } from '../variant-tables.js'

const rule = (questionId: number, operator: string, value: number): string =>
  JSON.stringify([{ type: 'QuestionProperty', questionId, operator, value }])

/** 1 color: 10 red, 11 blue (with a width of 5), 12 unavailable; 2 width from 1 to 9; 3 lining, only with red: 30, 31. */
const product = createProductSource({
  questions: [
    createQuestionSource(1, 'Radiobuttons'),
    createNumberQuestion(2, 1, 9),
    createQuestionSource(3, 'Radiobuttons', { rules: rule(1, '==', 10) }),
  ],
  answers: [
    createAnswerSource(10, 1),
    createAnswerSource(11, 1, { rules: rule(2, '==', 5) }),
    createAnswerSource(12, 1, { available: false }),
    createAnswerSource(30, 3),
    createAnswerSource(31, 3),
  ],
  tables: [
    { id: 70, name: 'Blue', mode: 'forbid', question_ids: [1, 2], rows: [[11, { from: 1, to: 4 }]] },
    { id: 71, name: 'Widths', mode: 'allow', question_ids: [2, 1], rows: [[{ from: 1, to: 8 }, '*']] },
  ],
})

describe('a blocking rule', () => {
  const opened = () => initializeConfiguration(compileWithTables(product, stockTypes), anonymousContext).state

  it('is the rule of a question or answer, a variant table, a limit, or an unavailable answer', () => {
    const state = opened()
    expect(findBlockingRules(state, 3, '30')).to.deep.equal([{ kind: 'question', id: 3 }])
    expect(findBlockingRules(state, 1, '11')).to.deep.equal([{ kind: 'answer', id: 11 }])
    expect(findBlockingRules(state, 1, 12)).to.deep.equal([{ kind: 'unavailable', id: 12 }])
    expect(findBlockingRules(state, 2, '10')).to.deep.equal([{ kind: 'limits', id: 2 }])
    expect(findBlockingRules(state, 2, '9')).to.deep.equal([{ kind: 'table', id: 71 }])
    changeSelection(state, { question_id: 2, value: '4' })
    expect(findBlockingRules(state, 1, '11')).to.deep.equal([
      { kind: 'answer', id: 11 },
      { kind: 'table', id: 70 },
    ])
  })

  it('does not exist for allowed selections, for clearing, and for unknown questions', () => {
    const state = opened()
    for (const [question, value] of [
      [1, '10'],
      [1, null],
      [1, ''],
      [1, '30'],
      [2, '5'],
      [2, 'wide'],
      [99, '10'],
    ] as const)
      expect(findBlockingRules(state, question, value), `${question}: ${value}`).to.deep.equal([])
  })

  it('is reported exactly if a change is rejected, for random products and tables', () => {
    const met = new Map<string, number>()
    fc.assert(
      fc.property(randomProduct, fc.nat(1_000_000), (source, seed) => {
        const random = createSeededRandom(seed)
        const tabled = addTables(source, 2, random)
        const { state } = initializeConfiguration(compileWithTables(tabled, stockTypes), anonymousContext)
        for (let step = 0; step < 12; step++) {
          const entry = drawSelection(tabled, random)
          const blocks = findBlockingRules(state, entry.question_id, entry.value)
          for (const { kind } of blocks) met.set(kind, (met.get(kind) ?? 0) + 1)
          const against = tabled.tables!.filter(
            (table) =>
              table.question_ids.includes(entry.question_id) &&
              entry.value?.split(',').some((answer) => !isAdmittedByTable(state, table, entry.question_id, answer)),
          )
          const expected = blocks.filter(({ kind }) => kind === 'table').map(({ id }) => id)
          if (blocks[0]?.kind === 'question' || blocks[0]?.kind === 'limits') expect(expected).to.deep.equal([])
          else expect([...new Set(expected)].sort((a, b) => a - b)).to.deep.equal(against.map(({ id }) => id))
          const { refused } = changeSelection(state, entry, true)
          const byRule = refused !== null && refused.code !== 'UNKNOWN'
          expect(blocks.length > 0, JSON.stringify({ entry, bars: blocks, refused })).to.equal(byRule)
        }
      }),
      { numRuns: 200 },
    )
    expect([...met.keys()]).to.include.members(['question', 'answer', 'table', 'unavailable'])
  })
})
