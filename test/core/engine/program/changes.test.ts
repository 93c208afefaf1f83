// Changes of selections: rejections, automatic changes in passes, behaviors, confirmation, starting and resuming.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import {
  changeSelection,
  openConfiguration,
  resumeConfiguration,
  initializeConfiguration,
  currentSelections,
  findMissing,
  viewAnswer,
  viewQuestion,
} from '../../../../core/engine/program/configuration.js'
import type { AnswerSource, ProductSource, QuestionSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

const is = (questionId: number, value: number, operator = '=='): object => ({
  type: 'QuestionProperty',
  questionId,
  operator,
  value,
})
const rule = (...tokens: unknown[]): string => JSON.stringify(tokens)

/** Questions 1, 2, … with answers 11, 12, 21, 22, …; `questions` and `answers` override records by id. */
function product(
  count: number,
  questions: Readonly<Record<number, Partial<QuestionSource>>> = {},
  answers: Readonly<Record<number, Partial<AnswerSource>>> = {},
): ProductSource {
  const ids = Array.from({ length: count }, (_, i) => i + 1)
  return createProductSource({
    questions: ids.map((id) => createQuestionSource(id, 'Radiobuttons', questions[id] ?? {})),
    answers: ids.flatMap((id) => [1, 2, 3].map((n) => createAnswerSource(id * 10 + n, id, answers[id * 10 + n] ?? {}))),
  })
}

const opened = (source: ProductSource): ConfigurationState =>
  openConfiguration(compileProgram(source, stockTypes), anonymousContext)
const select = (
  state: ConfigurationState,
  question_id: number,
  value: string | number | null,
  confirmed = false,
): ReturnType<typeof changeSelection> => changeSelection(state, { question_id, value }, confirmed)
const selection = (state: ConfigurationState): Record<number, string> =>
  Object.fromEntries(currentSelections(state).map(({ question_id, value }) => [question_id, value]))

describe('a change', () => {
  it('is rejected with a code and a message, and changes nothing', () => {
    const state = opened(
      product(
        3,
        { 2: { rules: rule(is(1, 11)) }, 3: { title: 'Colour' } },
        { 32: { rules: rule(is(1, 11)) }, 33: { available: false, title: 'Sold out' } },
      ),
    )
    const refused = (question: number, value: string | number): unknown => select(state, question, value).refused
    expect(refused(9, '1')).to.deep.equal({ code: 'UNKNOWN', message: 'This product has no question 9.' })
    expect(refused(2, '21')).to.deep.equal({
      code: 'NOT_APPLICABLE',
      message: "'Question 2' is not available with your current selection.",
    })
    expect(refused(3, '11')).to.deep.equal({ code: 'UNKNOWN', message: "'Colour' has no answer 11." })
    expect(refused(3, '32')).to.deep.equal({
      code: 'NOT_APPLICABLE',
      message: "'Answer 32' is not available with your current selection.",
    })
    expect(refused(3, '33')).to.deep.equal({ code: 'NOT_AVAILABLE', message: "'Sold out' is not available at the moment." })
    expect(refused(3, 'red')).to.deep.equal({ code: 'INVALID_VALUE', message: "'Colour' must be the id of one of its answers." })
    expect(refused(3, '\u0000')).to.have.property('code', 'INVALID_VALUE')
    expect(refused(3, 'x'.repeat(2001))).to.have.property('code', 'INVALID_VALUE')
    expect(selection(state)).to.deep.equal({})
  })

  it('can always clear a selection, even if the question does not apply', () => {
    const state = opened(product(2, { 2: { rules: rule(is(1, 11)) } }))
    expect(select(state, 2, null).refused).to.equal(null)
    expect(select(state, 1, 11).refused).to.equal(null)
    expect(select(state, 1, '').refused).to.equal(null)
    expect(selection(state)).to.deep.equal({})
  })

  it('removes in one pass the selections that stop applying because of earlier removals', () => {
    const state = opened(product(3, { 2: { rules: rule(is(1, 11)) }, 3: { rules: rule(is(2, 21)) } }))
    for (const id of [1, 2, 3]) select(state, id, id * 10 + 1)
    expect(select(state, 1, 12).automatic).to.deep.equal([
      { question_id: 2, from: '21', to: null, reason: 'question_stopped' },
      { question_id: 3, from: '31', to: null, reason: 'question_stopped' },
    ])
    expect(selection(state)).to.deep.equal({ 1: '12' })
  })

  it('repeats passes until nothing changes if rules reference later questions', () => {
    const state = opened(
      product(4, {
        1: { rules: rule(is(2, 22, '!=')) },
        2: { rules: rule(is(3, 32, '!=')) },
        3: { rules: rule(is(4, 42, '!=')) },
      }),
    )
    for (const id of [1, 2, 3]) select(state, id, id * 10 + 1)
    select(state, 4, 41)
    select(state, 3, 31)
    expect(select(state, 4, 42).automatic.map(({ question_id }) => question_id)).to.deep.equal([3])
    select(state, 4, 41)
    select(state, 2, 22)
    expect(selection(state)).to.deep.equal({ 2: '22', 4: '41' })
  })

  it('keeps the earlier of two questions that exclude each other', () => {
    const state = opened(product(2, { 1: { rules: rule(is(2, 21, '!=')) }, 2: { rules: rule(is(1, 11, '!=')) } }))
    expect(select(state, 2, 21).automatic).to.deep.equal([])
    expect(select(state, 1, 11).refused?.code).to.equal('NOT_APPLICABLE')
    select(state, 2, null)
    select(state, 1, 11)
    expect(select(state, 2, 21).refused?.code).to.equal('NOT_APPLICABLE')
  })

  it('ends if two questions activate each other, and selects each at most once', () => {
    const chase = { behavior_on_activation: 'select_any', rules: null } as const
    const state = opened(
      product(3, { 1: { ...chase, rules: rule(is(3, 31), 'AND', is(2, 21, '!=')) }, 2: { ...chase, rules: rule(is(1, 11)) } }),
    )
    const result = select(state, 3, 31)
    expect(result.automatic).to.deep.equal([])
    expect(selection(state)).to.deep.equal({ 3: '31' })
    expect(state.unsettled).to.equal(false)
  })

  it('selects the default or the first answer when a question starts to apply', () => {
    const starts = (own: Partial<QuestionSource>): Record<number, string> => {
      const state = opened(
        product(2, { 2: { rules: rule(is(1, 11)), ...own } }, { 21: { available: false }, 23: { default: true } }),
      )
      expect(select(state, 1, 11).automatic.map(({ reason }) => reason)).to.deep.equal(
        own.behavior_on_activation === 'none' ? [] : ['started'],
      )
      return selection(state)
    }
    expect(starts({ behavior_on_activation: 'none' })).to.deep.equal({ 1: '11' })
    expect(starts({ behavior_on_activation: 'select_default' })).to.deep.equal({ 1: '11', 2: '23' })
    expect(starts({ behavior_on_activation: 'select_any' })).to.deep.equal({ 1: '11', 2: '22' })
  })

  it('follows behavior_on_inconsistency when a selected answer stops applying', () => {
    const stops = (own: Partial<QuestionSource>): unknown => {
      const state = opened(product(2, { 2: own }, { 22: { rules: rule(is(1, 12, '!=')) }, 23: { default: true } }))
      select(state, 2, 22)
      return select(state, 1, 12).automatic
    }
    const entry = (to: string | null): object => ({ question_id: 2, from: '22', to, reason: 'answer_stopped' })
    expect(stops({})).to.deep.equal([entry(null)])
    expect(stops({ behavior_on_inconsistency: 'replace_with_default' })).to.deep.equal([entry('23')])
    expect(stops({ behavior_on_inconsistency: 'replace_with_any' })).to.deep.equal([entry('21')])
  })

  it('removes only the answers that stop applying from a multi-select question', () => {
    const source = product(2, { 2: { question_type: 'Multiselect' } }, { 22: { rules: rule(is(1, 12, '!=')) } })
    const state = opened(source)
    select(state, 2, '23, 22,21')
    expect(selection(state)).to.deep.equal({ 2: '21,22,23' })
    expect(select(state, 1, 12).automatic).to.deep.equal([
      { question_id: 2, from: '21,22,23', to: '21,23', reason: 'answer_stopped' },
    ])
    expect(select(state, 2, '21,22').refused?.code).to.equal('NOT_APPLICABLE')
  })

  it('keeps a selected answer that is no longer available', () => {
    const program = compileProgram(product(1, {}, { 11: { available: false } }), stockTypes)
    const { state } = resumeConfiguration(program, anonymousContext, [{ question_id: 1, value: '11' }])
    expect(selection(state)).to.deep.equal({ 1: '11' })
    expect(select(state, 1, 11).refused).to.equal(null)
    select(state, 1, 12)
    expect(select(state, 1, 11).refused?.code).to.equal('NOT_AVAILABLE')
  })

  it('requires confirmation if it changes a question with behavior_on_changes = confirm', () => {
    const state = opened(product(2, { 2: { rules: rule(is(1, 11)), behavior_on_changes: 'confirm', title: 'Colour' } }))
    select(state, 1, 11)
    select(state, 2, 21)
    const result = select(state, 1, 12)
    expect(result.confirm).to.deep.equal({
      question_id: 2,
      message: "This changes your selection for 'Colour'. Continue?",
      changes: [{ question_id: 2, from: '21', to: null, reason: 'question_stopped' }],
    })
    expect(selection(state)).to.deep.equal({ 1: '11', 2: '21' })
    expect(select(state, 1, 12, true).automatic).to.have.length(1)
    expect(selection(state)).to.deep.equal({ 1: '12' })
  })

  it('re-evaluates only dependent rules and values', () => {
    const rules = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i + 2, { rules: rule(is(i % 2 === 0 ? 1 : 60, 11)) }]))
    const state = opened(product(60, rules))
    const before = state.evaluations
    select(state, 1, 11)
    expect(state.evaluations - before).to.equal(25)
    select(state, 59, 591)
    expect(state.evaluations - before).to.equal(25)
  })
})

describe('dependent calculations', () => {
  it('are evaluated thousands of levels deep', () => {
    const count = 4_000
    const calculations = Array.from({ length: count }, (_, i) => ({
      id: 1_000 + i,
      type: 'formula' as const,
      formula: {
        terms: [
          i === 0 ? { type: 'QuestionProperty', questionId: 1 } : { type: 'Calculation', calculationId: 999 + i },
          { type: 'Operator', value: '+' },
          { type: 'Number', value: 1 },
        ],
      },
    }))
    const last = 1_000 + count - 1
    const questions = [
      createNumberQuestion(1, 0, 9),
      createQuestionSource(2, 'Textbox', {
        rules: rule({ type: 'Calculation', calculationId: last, operator: '==', value: count + 5 }),
      }),
    ]
    const state = opened(createProductSource({ questions, calculations: calculations.toReversed() }))
    expect(state.applies(1)).to.equal(false)
    select(state, 1, '5')
    expect(state.applies(1)).to.equal(true)
  })
})

describe('limits', () => {
  const volume = {
    id: 5,
    name: 'Most',
    type: 'formula' as const,
    formula: { terms: [{ type: 'QuestionProperty', questionId: 1, fallbackValue: 100 }] },
  }
  const source = createProductSource({
    questions: [
      createNumberQuestion(1, 1, 500, { title: 'Width' }),
      createNumberQuestion(2, 5, null, { title: 'Height', set_max_value: 'calculated', calcmodel_id_max_val: 5, page_id: 3 }),
    ],
    calculations: [volume],
  })

  it('reject values outside static or calculated limits', () => {
    const state = opened(source)
    const refused = (question: number, value: string): string | undefined => select(state, question, value).refused?.message
    expect(refused(1, '0')).to.equal("'Width' must be at least 1.")
    expect(refused(1, '501')).to.equal("'Width' must be at most 500.")
    expect(refused(2, '101')).to.equal("'Height' must be at most 100.")
    expect(refused(1, '1.5')).to.equal("'Width' must be a whole number, for example 12.")
    expect(refused(1, '1e2')).to.equal("'Width' must be a whole number, for example 12.")
    expect(refused(1, ' +007 ')).to.equal(undefined)
    expect(selection(state)).to.deep.equal({ 1: '7' })
    expect(viewQuestion(state, 1)).to.include({ min: 5, max: 7 })
  })

  it('keep a value that a changed limit excludes and list it as missing', () => {
    const state = opened(source)
    select(state, 1, '90')
    select(state, 2, '80')
    expect(findMissing(state)).to.deep.equal([])
    expect(select(state, 1, '50').refused).to.equal(null)
    expect(selection(state)).to.deep.equal({ 1: '50', 2: '80' })
    expect(findMissing(state)).to.deep.equal([{ question_id: 2, page_id: 3, message: "'Height' must be at most 50." }])
  })
})

describe('a required question', () => {
  it('is missing while it applies, has an applicable answer and no selection', () => {
    const source = product(
      3,
      { 1: { required: true }, 2: { required: true, rules: rule(is(1, 11)) }, 3: { required: true } },
      { 31: { rules: rule(is(1, 12)) }, 32: { rules: rule(is(1, 12)) }, 33: { rules: rule(is(1, 12)) } },
    )
    const state = opened(source)
    const result = (): readonly number[] => findMissing(state).map(({ question_id }) => question_id)
    expect(result()).to.deep.equal([1])
    select(state, 1, 11)
    expect(result()).to.deep.equal([2])
    select(state, 1, 12)
    expect(result()).to.deep.equal([3])
    expect([0, 1, 2].map((index) => viewQuestion(state, index).required)).to.deep.equal([true, false, true])
    expect(viewAnswer(state, 6)).to.deep.equal({ id: 31, question_id: 3, applies: true, ownRule: true, selectable: true })
  })
})

describe('a configuration', () => {
  it('starts with the default answers and prefilled values that apply at that point', () => {
    const source = product(
      4,
      {
        2: { rules: rule(is(1, 12)) },
        3: { question_type: 'Textbox', default_value: 'hello', prefill_on_init: true },
        4: { question_type: 'Textbox', default_value: 'no' },
      },
      { 12: { default: true }, 22: { default: true } },
    )
    expect(selection(initializeConfiguration(compileProgram(source, stockTypes), anonymousContext).state)).to.deep.equal({
      1: '12',
      2: '22',
      3: 'hello',
    })
  })

  it('enters initial selections in page and question order, and reports rejected ones by index', () => {
    const program = compileProgram(product(2, { 2: { rules: rule(is(1, 11)) } }), stockTypes)
    const { state, refused } = initializeConfiguration(program, anonymousContext, [
      { question_id: 2, value: 21 },
      { question_id: 9, value: 1 },
      { question_id: 1, value: '11' },
      { question_id: 1, value: '99' },
    ])
    expect(selection(state)).to.deep.equal({ 1: '11', 2: '21' })
    expect(refused.map(({ index, code }) => [index, code])).to.deep.equal([
      [1, 'UNKNOWN'],
      [3, 'UNKNOWN'],
    ])
  })

  it('is resumed without selections that the catalog no longer contains, and reports them', () => {
    const before = product(3, { 3: { rules: rule(is(2, 21)) } })
    const { state } = initializeConfiguration(compileProgram(before, stockTypes), anonymousContext, [
      { question_id: 1, value: '11' },
      { question_id: 2, value: '21' },
      { question_id: 3, value: '31' },
    ])
    const after = { ...before, questions: before.questions.slice(1), answers: before.answers.filter(({ id }) => id !== 21) }
    const resumed = resumeConfiguration(compileProgram(after, stockTypes), anonymousContext, currentSelections(state))
    expect(selection(resumed.state)).to.deep.equal({})
    expect(resumed.automatic).to.deep.equal(
      [1, 2, 3].map((id) => ({ question_id: id, from: `${id}1`, to: null, reason: 'catalog_changed' })),
    )
  })

  it('is resumed unchanged, including cleared defaults', () => {
    const program = compileProgram(
      product(2, { 2: { rules: rule(is(1, 11)), behavior_on_activation: 'select_any' } }, { 12: { default: true } }),
      stockTypes,
    )
    const { state } = initializeConfiguration(program, anonymousContext, [
      { question_id: 1, value: '11' },
      { question_id: 2, value: null },
    ])
    expect(selection(state)).to.deep.equal({ 1: '11' })
    const resumed = resumeConfiguration(program, anonymousContext, currentSelections(state))
    expect(resumed.automatic).to.deep.equal([])
    expect(selection(resumed.state)).to.deep.equal({ 1: '11' })
  })
})
