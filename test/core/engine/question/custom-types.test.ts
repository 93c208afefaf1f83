// Computed types: a question type with a field, a condition, a term and a function, with loaded data and validated arguments.
import { expect } from 'chai'
import { toAuthoredTerms, toStoredTerms } from '../../../../core/engine/calculation/formula-authoring.js'
import { defineTermType, defineConditionType } from '../../../../core/engine/question/operand.js'
import { formulaReferences } from '../../../../core/engine/calculation/references.js'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, calculationValues } from '../../../../core/engine/program/configuration.js'
import { type EngineTypes, createEngineTypes } from '../../../../core/engine/program/source.js'
import type { QuestionType } from '../../../../core/engine/question/question-type.js'
import { createVocabulary } from '../../../../core/engine/question/vocabulary.js'
import { toStoredRule, toAuthoredRule } from '../../../../core/engine/rule/rule-authoring.js'
import { ruleReferences } from '../../../../core/engine/rule/stored.js'
import { join } from '../../../../core/model/properties/join.js'
import { string } from '../../../../core/model/properties/string.js'
import { stock } from '../../../../plugins/stock/index.js'
import { anonymousContext, createNumberQuestion, createProductSource, createQuestionSource } from '../engine-product.js'

const ral: QuestionType = {
  name: 'Ral',
  label: 'RAL colour',
  properties: {},
  takesAnswers: false,
  fields: [
    { key: 'family', title: 'Colour family', kind: 'number', description: 'The first digit.', read: (value) => Number(value[0]) },
  ],
  validate: (value) => ({ value }),
}

/** The number of words in an entry. */
const words = defineConditionType({
  name: 'Words',
  label: 'Number of words',
  properties: { of: join('Question', 'question', { required: true }), between: string('Separator') },
  kind: 'number',
  evaluate: ({ of, between = ' ' }, reader) => reader.selection(of)?.split(between).length ?? null,
})

const exchange = defineTermType({
  name: 'Exchange',
  label: 'Exchange rate',
  properties: { currency: string('Currency', { required: true }), amount: join('Amount', 'calculation') },
  load: async (uses): Promise<Readonly<Record<string, number>>> => Object.fromEntries(uses.map(({ currency }) => [currency, 2])),
  evaluate: ({ currency, amount }, reader, rates) => {
    const rate = rates?.[currency]
    return rate === undefined ? null : rate * (amount === undefined ? 1 : (reader.calculation(amount) ?? 0))
  },
})

const none = { name: 'none', description: 'Nothing.', required: 0, optional: 0, evaluate: (): null => null }

const own = stock.contributes ?? {}
const types: EngineTypes = createEngineTypes({
  questionTypes: [...(own.questionTypes ?? []), ral],
  conditionTypes: [...(own.conditionTypes ?? []), words],
  termTypes: [...(own.termTypes ?? []), exchange],
  functions: [...(own.functions ?? []), none],
})

const questions = [
  createQuestionSource(1, 'Ral', { title: 'Paint' }),
  createQuestionSource(2, 'Textbox', { title: 'Name' }),
  createNumberQuestion(3, 0, 99),
]
const calculations = [{ id: 20, name: 'Ten', type: 'formula' as const, formula: { terms: [{ type: 'Number', value: 10 }] } }]
const vocabulary = createVocabulary({ questions, answers: [], calculations }, types)

const storedRule = (rule: unknown): string => {
  const result = toStoredRule(rule, vocabulary)
  if ('stored' in result) return result.stored!
  throw new Error(result.refusals.map(({ path, message }) => `${path}: ${message}`).join(' | '))
}

describe('a question type’s own field', () => {
  it('can be read by rules and terms and is validated by its kind', () => {
    const rules = storedRule({ question: 1, field: 'family', operator: '>=', value: 5 })
    const state = openConfiguration(
      compileProgram(createProductSource({ questions: [...questions, createQuestionSource(4, 'Textbox', { rules })] }), types),
      anonymousContext,
    )
    changeSelection(state, { question_id: 1, value: '3020' })
    expect(state.applies(3)).to.equal(false)
    changeSelection(state, { question_id: 1, value: '5015' })
    expect(state.applies(3)).to.equal(true)
    expect(() => storedRule({ question: 1, field: 'family', operator: '==', value: 'red' })).to.throw('with a number')
    expect(() => storedRule({ question: 2, field: 'family', operator: '==', value: 5 })).to.throw(
      "'family' is not available for question 2",
    )
  })
})

describe('a computed condition type', () => {
  const rule = { condition: 'Words', of: 2, operator: '>', value: 1 }

  it('is evaluated only after a change of the records that its properties reference', () => {
    const state = openConfiguration(
      compileProgram(
        createProductSource({ questions: [...questions, createQuestionSource(4, 'Textbox', { rules: storedRule(rule) })] }),
        types,
      ),
      anonymousContext,
    )
    expect(state.applies(3)).to.equal(false)
    changeSelection(state, { question_id: 2, value: 'two words' })
    expect(state.applies(3)).to.equal(true)
    const before = state.evaluations
    changeSelection(state, { question_id: 3, value: '5' })
    expect(state.evaluations).to.equal(before)
  })

  it('stores its keys unchanged, lists its references and is read back as written', () => {
    const stored = storedRule({ ...rule, between: '-', note: { any: ['thing'] } })
    expect(toAuthoredRule(stored, types.conditionTypes)).to.deep.equal({ ...rule, between: '-', note: { any: ['thing'] } })
    expect(ruleReferences(stored, types.conditionTypes)).to.deep.equal([{ entity: 'question', id: 2 }])
  })

  it('is rejected for missing or invalid arguments, foreign references and values of the wrong kind', () => {
    expect(() => storedRule({ ...rule, of: undefined })).to.throw("of: 'Words' needs 'of' (Question).")
    expect(() => storedRule({ ...rule, of: 'two' })).to.throw('takes the id of a question record')
    expect(() => storedRule({ ...rule, of: 99 })).to.throw('There is no question 99 in this product.')
    expect(() => storedRule({ ...rule, value: 'many' })).to.throw("the condition 'Words' with a number")
    expect(() => storedRule({ ...rule, type: 'x' })).to.throw("cannot have a key named 'type'")
  })

  it('reads ids stored as text as numbers, and makes a rule with a missing or invalid argument malformed', () => {
    const applies = (args: object): boolean => {
      const rules = JSON.stringify([{ type: 'Words', ...args, operator: '!=', value: 5 }])
      const product = createProductSource({ questions: [...questions, createQuestionSource(4, 'Textbox', { rules })] })
      const state = openConfiguration(compileProgram(product, types), anonymousContext)
      changeSelection(state, { question_id: 2, value: 'two words' })
      return state.applies(3)
    }
    expect([{ of: 2 }, { of: '2' }, {}, { of: 'two' }, { of: 2, between: 7 }].map(applies)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a computed term type', () => {
  const terms = [{ term: 'Exchange', currency: 'USD', amount: 20 }, { operator: '+' }, { function: 'none', parameters: [] }]

  it('receives its loaded data, reads the calculations it references, and counts as 0 if it is null', () => {
    const formula = toStoredTerms(terms, vocabulary)
    if (!('terms' in formula)) throw new Error('refused')
    const program = compileProgram(
      createProductSource({ questions, calculations: [...calculations, { id: 30, type: 'formula', formula }] }),
      types,
    )
    const value = (loaded?: Readonly<Record<string, unknown>>): unknown =>
      calculationValues(openConfiguration(program, { ...anonymousContext, ...(loaded ? { loaded } : {}) }))[1]!.value
    expect(value({ 'term:Exchange': { USD: 2 } })).to.equal(20)
    expect(value({ 'term:Exchange': { CHF: 2 } })).to.equal(0)
    expect(value()).to.equal(0)
    expect(formulaReferences(formula.terms, types.termTypes)).to.deep.equal([{ entity: 'calculation', id: 20 }])
    expect(toAuthoredTerms(formula.terms, types.termTypes)).to.deep.equal(terms)
  })

  it('is null if an argument is missing or invalid', () => {
    const value = (args: object): unknown => {
      const formula = { terms: [{ type: 'Exchange', ...args }] }
      const program = compileProgram(createProductSource({ calculations: [{ id: 30, type: 'formula', formula }] }), types)
      return calculationValues(openConfiguration(program, { ...anonymousContext, loaded: { 'term:Exchange': { USD: 2 } } }))[0]!
        .value
    }
    expect([{ currency: 'USD' }, {}, { currency: 7 }, { currency: 'USD', amount: 'x' }].map(value)).to.deep.equal([
      2,
      null,
      null,
      null,
    ])
  })

  it('is rejected for missing arguments and foreign references', () => {
    const validate = (term: object): string => JSON.stringify(toStoredTerms([term], vocabulary))
    expect(validate({ term: 'Exchange' })).to.include("'Exchange' needs 'currency' (Currency).")
    expect(validate({ term: 'Exchange', currency: 'USD', amount: 99 })).to.include('There is no calculation 99 in this product.')
  })
})
