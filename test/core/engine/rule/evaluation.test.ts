// Evaluation of rules: missing selections, kinds, several answers, malformed token streams.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration } from '../../../../core/engine/program/configuration.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import { parseRule } from '../../../../core/engine/rule/stored.js'
import { anonymousContext, createQuestionSource, stockTypes, toStoredRuleText } from '../engine-product.js'
import { shedSource, shedVocabulary } from '../shed-product.js'

const probe = 90

/** The shed with an additional question that has the rule. */
function withRule(rules: string | null): ConfigurationState {
  const program = compileProgram(
    { ...shedSource, questions: [...shedSource.questions, createQuestionSource(probe, 'Textbox', { rules })] },
    stockTypes,
  )
  return openConfiguration(program, {
    ...anonymousContext,
    customerGroupId: 4,
    customerGroup: { id: 4, custom_1: 'gold', custom_2: null, b2b_mode: true },
  })
}

function evaluates(rules: string | null, selections: Readonly<Record<number, string>> = {}): boolean {
  const state = withRule(rules)
  for (const [id, value] of Object.entries(selections))
    expect(changeSelection(state, { question_id: Number(id), value }).refused).to.equal(null)
  return state.applies(state.program.questionIndex.get(probe)!)
}

const authored = (rule: unknown, selections?: Readonly<Record<number, string>>): boolean =>
  evaluates(toStoredRuleText(rule, shedVocabulary), selections)

describe('a rule', () => {
  it('is parsed once if it is large and used repeatedly, and evicted from the cache after many others', () => {
    const tokens = (from: number): string =>
      toStoredRuleText(
        { any: Array.from({ length: 800 }, (_, i) => ({ question: 3, operator: '==', value: from + i })) },
        shedVocabulary,
      )!
    const parsed = parseRule(tokens(0))
    expect(parsed)
      .to.be.an('object')
      .and.equal(parseRule(tokens(0)))
    for (let from = 1; from < 30; from++) parseRule(tokens(from))
    expect(parseRule(tokens(0))).not.to.equal(parsed)
    expect(parseRule(tokens(0))).to.deep.equal(parsed)
  })

  it('always holds if it is empty', () => {
    expect([null, '', '[]', 'null'].map((rule) => evaluates(rule))).to.deep.equal([true, true, true, true])
  })

  it("for a missing selection, only == '' and != x hold", () => {
    const on = (question: number, operator: string, value: unknown, field?: string): boolean =>
      authored({ question, operator, value, ...(field ? { field } : {}) })
    for (const [question, value] of [
      [1, 11],
      [3, 50],
      [4, 'x'],
      [5, '2026-12-24'],
      [6, 16],
    ] as const) {
      expect(
        [on(question, '==', ''), on(question, '!=', ''), on(question, '==', value), on(question, '!=', value)],
        `question ${question}`,
      ).to.deep.equal([true, false, false, true])
    }
    for (const field of ['price', 'weight'])
      expect(['==', '!=', '>=', '<=', '>', '<'].map((operator) => on(1, operator, 0, field))).to.deep.equal([
        false,
        true,
        false,
        false,
        false,
        false,
      ])
    expect(['>=', '<=', '>', '<'].map((operator) => on(3, operator, 50))).to.deep.equal([false, false, false, false])
    expect([on(1, '==', '', 'price'), on(1, '!=', '', 'price')]).to.deep.equal([true, false])
  })

  it("compares with '' by whether anything is selected", () => {
    const selections = { 1: '11', 3: '50', 4: 'x', 5: '2026-12-24', 6: '16' }
    for (const question of [1, 3, 4, 5, 6]) {
      expect(authored({ question, operator: '==', value: '' }, selections), `question ${question}`).to.equal(false)
      expect(authored({ question, operator: '!=', value: '' }, selections), `question ${question}`).to.equal(true)
    }
    expect(authored({ question: 1, field: 'price', operator: '==', value: '' }, selections)).to.equal(false)
    expect(authored({ question: 1, field: 'price', operator: '!=', value: '' }, selections)).to.equal(true)
  })

  it('compares numbers as numbers, dates as timestamps, answers by id', () => {
    const width = { 3: '100' }
    expect(
      ['==', '!=', '>=', '<=', '>', '<'].map((operator) => authored({ question: 3, operator, value: 100 }, width)),
    ).to.deep.equal([true, false, true, true, false, false])
    expect(authored({ question: 3, operator: '<', value: 20 }, width)).to.equal(false)
    expect(authored({ question: 5, operator: '>', value: '2026-12-01' }, { 5: '2026-12-24' })).to.equal(true)
    expect(authored({ question: 5, operator: '==', value: '2026-12-24T00:00:00Z' }, { 5: '2026-12-24' })).to.equal(true)
    expect(authored({ question: 1, operator: '!=', value: 12 }, { 1: '12' })).to.equal(false)
    expect(authored({ question: 1, field: 'price', operator: '==', value: 25.5 }, { 1: '12' })).to.equal(true)
    expect(authored({ question: 1, field: 'weight', operator: '>=', value: 2.5 }, { 1: '12' })).to.equal(true)
  })

  it('treats == as contains for a multi-select question, and adds up the prices of its answers', () => {
    const sample = { 6: '16,15' }
    expect([15, 16, 17].map((value) => authored({ question: 6, operator: '==', value }, sample))).to.deep.equal([
      true,
      true,
      false,
    ])
    expect([15, 17].map((value) => authored({ question: 6, operator: '!=', value }, sample))).to.deep.equal([false, true])
    expect(authored({ question: 6, field: 'price', operator: '==', value: 3.3 }, sample)).to.equal(true)
    expect(authored({ question: 6, field: 'selectedOption.option_custom_1', operator: '==', value: '3' }, sample)).to.equal(true)
    expect(authored({ question: 6, field: 'selectedOption.option_custom_1', operator: '!=', value: 'red' }, sample)).to.equal(
      true,
    )
  })

  it('reads custom fields of the question, of an answer and of the selected answer', () => {
    expect(authored({ question: 1, field: 'element_custom_1', operator: '==', value: 'oak' })).to.equal(true)
    expect(authored({ question: 1, field: 'option_custom_1', answerId: 12, operator: '==', value: '4' })).to.equal(true)
    const field = 'selectedOption.option_custom_2'
    expect(authored({ question: 1, field, operator: '==', value: 'pine' })).to.equal(false)
    expect(authored({ question: 1, field, operator: '==', value: 'pine' }, { 1: '11' })).to.equal(true)
    expect(authored({ question: 2, field, operator: '==', value: '' }, { 2: '13' })).to.equal(true)
  })

  it('reads the customer group', () => {
    expect(authored({ customerGroup: 'custom_1', operator: '==', value: 'gold' })).to.equal(true)
    expect(authored({ customerGroup: 'custom_2', operator: '==', value: '' })).to.equal(true)
    expect(authored({ customerGroup: 'id', operator: '>=', value: 4 })).to.equal(true)
    expect(authored({ customerGroup: 'b2b_mode', operator: '!=', value: true })).to.equal(false)
  })

  it('combines all, any and a leading not', () => {
    const yes = { question: 4, operator: '==', value: '' }
    const no = { question: 4, operator: '!=', value: '' }
    expect(authored({ all: [yes, { any: [no, yes] }] })).to.equal(true)
    expect(authored({ any: [no, { all: [yes, no] }] })).to.equal(false)
    expect(authored({ not: { all: [yes, { any: [no, no] }] } })).to.equal(true)
    expect(authored({ any: [{ all: [yes, yes] }, no] })).to.equal(true)
  })

  it('gives AND precedence over OR on one level of a stored rule', () => {
    const [yes, no] = ['==', '!='].map(
      (operator) => `{"type":"QuestionProperty","questionId":4,"operator":"${operator}","value":""}`,
    )
    expect(evaluates(`[${yes},"OR",${yes},"AND",${no}]`)).to.equal(true)
    expect(evaluates(`[${no},"AND",${yes},"OR",${yes}]`)).to.equal(true)
    expect(evaluates(`[${no},"AND",${yes},"OR",${no}]`)).to.equal(false)
    expect(evaluates(`[${no},"AND",${no},"OR",${yes}]`)).to.equal(true)
    expect(evaluates(`[${yes},"OR",${no},"AND",${no},"OR",${no}]`)).to.equal(true)
  })

  it('is false if it is malformed, also below a NOT', () => {
    const yes = '{"type":"QuestionProperty","questionId":4,"operator":"==","value":""}'
    const malformed = [
      '{',
      '7',
      '"x"',
      `[${yes},${yes}]`,
      `[${yes},"AND"]`,
      `["OR",${yes},${yes}]`,
      `["NOT",["NOT",${yes}]]`,
      '[[]]',
      `[${yes},"XOR",${yes}]`,
      '["NOT"]',
      '[{"type":"Nowhere","operator":"==","value":1}]',
      '[{"type":"QuestionProperty","operator":"==","value":1}]',
      '[{"type":"Calculation","calculationId":20,"operator":"~","value":1}]',
      '["NOT",{"type":"Nowhere","operator":"==","value":1}]',
      `["NOT",[${yes},null]]`,
      '[{"type":"Calculation","calculationId":20,"operator":"==","value":[1]}]',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]
    for (const rule of malformed) expect(evaluates(rule), rule.slice(0, 80)).to.equal(false)
  })

  it('treats a missing question or answer as an empty selection', () => {
    const on = (operator: string, value: string): boolean =>
      evaluates(`[{"type":"QuestionProperty","questionId":77,"operator":"${operator}","value":${value}}]`)
    expect([on('==', '5'), on('!=', '5'), on('==', '""'), on('>', '5')]).to.deep.equal([false, true, true, false])
    expect(evaluates('[{"type":"QuestionProperty","questionId":1,"operator":"==","value":13}]', { 1: '11' })).to.equal(false)
  })
})
