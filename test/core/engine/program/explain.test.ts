// Explanations compared with brute force: the remedies work and are minimal, and the facts alone make the rule fail.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, initializeConfiguration } from '../../../../core/engine/program/configuration.js'
import { explainAnswer, explainQuestion, type Explanation } from '../../../../core/engine/program/explanation.js'
import type { ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import {
  createAnswerSource,
  anonymousContext,
  convertOracle,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { listOracleFolders, readOracleProduct, readOracleSequences } from '../../../oracle/oracle-product.js'
import { verifyExplanation as verify, verifyRemedies } from './explanations.js'
import { randomChanges, randomProduct } from '../random-product.js'

const condition = (questionId: number, operator: string, value: unknown): object => ({
  type: 'QuestionProperty',
  questionId,
  operator,
  value,
})

/** The explained answers of a state, up to a maximum. */
function explained(state: ConfigurationState, limit = 1_000): { readonly index: number; readonly explanation: Explanation }[] {
  const explanations: { index: number; explanation: Explanation }[] = []
  for (const [index, { id }] of state.program.answers.entries()) {
    const explanation = explanations.length < limit ? explainAnswer(state, id) : null
    if (explanation) explanations.push({ index, explanation })
  }
  return explanations
}

describe('an explanation', () => {
  it('is correct and smallest for random products in random states (compared with brute force)', () => {
    let exact = 0
    fc.assert(
      fc.property(randomProduct, randomChanges, (source: ProductSource, changes) => {
        // Brute force over half of the questions is sufficient.
        const questionIds = new Set([1, 2, 3])
        const questions = source.questions.filter(({ id }) => questionIds.has(id))
        const answers = source.answers.filter(({ question_id }) => questionIds.has(question_id))
        const program = compileProgram({ ...source, questions, answers }, stockTypes)
        const { state } = initializeConfiguration(program, anonymousContext)
        for (const entry of changes) changeSelection(state, entry)
        for (const { id, index } of program.questions) {
          const explanation = explainQuestion(state, id)
          expect(explanation === null).to.equal(state.applies(index))
          if (explanation) verify(state, index, explanation, (after) => after.applies(index))
          if (explanation?.exact) exact++
        }
        for (const [index, { id }] of program.answers.entries()) {
          const explanation = explainAnswer(state, id)
          const question = program.questionOfAnswer[index]!
          const works = (after: ConfigurationState): boolean => after.applies(question) && after.ownRule(index)
          if (explanation?.reason === 'rule') verify(state, program.questions.length + index, explanation, works)
          else if (explanation) verifyRemedies(state, explanation, works)
        }
      }),
      { numRuns: 60, seed: 11 },
    )
    expect(exact).to.be.greaterThan(30)
  })

  it('offers only remedies that work, for random products', () => {
    let offered = 0
    fc.assert(
      fc.property(randomProduct, randomChanges, (source: ProductSource, changes) => {
        const program = compileProgram(source, stockTypes)
        const { state } = initializeConfiguration(program, anonymousContext)
        for (const entry of changes) changeSelection(state, entry, true)
        for (const { index, explanation } of explained(state)) {
          const question = program.questionOfAnswer[index]!
          verifyRemedies(state, explanation, (after) => after.applies(question) && after.ownRule(index))
          offered += explanation.remedies.length
        }
      }),
      { numRuns: 40, seed: 5 },
    )
    expect(offered).to.be.greaterThan(50)
  }).timeout(60_000)

  for (const folder of listOracleFolders()) {
    it(`offers only remedies that work, for random customers of ${folder}`, () => {
      const imported = convertOracle(readOracleProduct(folder))
      const program = compileProgram(imported.source, stockTypes)
      const idOf = (name: string): number => imported.ids.get(name)!
      for (const { steps } of readOracleSequences(folder).sequences.slice(0, 8)) {
        const state = openConfiguration(program, anonymousContext)
        for (const [name, value] of steps.flatMap((step) => step.do)) {
          const selections = value === null ? null : String(imported.ids.get(value) ?? value)
          changeSelection(state, { question_id: idOf(name), value: selections }, true)
        }
        for (const { index, explanation } of explained(state, 20)) {
          const question = program.questionOfAnswer[index]!
          verifyRemedies(state, explanation, (after) => after.applies(question) && after.ownRule(index))
        }
      }
    }).timeout(60_000)
  }

  it('starts with the prerequisites of a change that is not possible yet', () => {
    const chain = createProductSource({
      questions: [
        createQuestionSource(1, 'Radiobuttons', { title: 'Size' }),
        createQuestionSource(2, 'Radiobuttons', { title: 'Frame', rules: JSON.stringify([condition(1, '==', 12)]) }),
        createQuestionSource(3, 'Radiobuttons', { title: 'Motor', rules: JSON.stringify([condition(2, '==', 21)]) }),
      ],
      answers: [
        createAnswerSource(11, 1, { title: 'Small' }),
        createAnswerSource(12, 1, { title: 'Large' }),
        createAnswerSource(21, 2, { title: 'Steel' }),
        createAnswerSource(31, 3, { title: 'Strong' }),
      ],
    })
    const state = openConfiguration(compileProgram(chain, stockTypes), anonymousContext)
    expect(explainQuestion(state, 3)).to.deep.include({
      remedies: [
        [
          { question_id: 1, from: null, to: '12', text: 'Large', possible: true },
          { question_id: 2, from: null, to: '21', text: 'Steel', possible: true },
        ],
      ],
      message:
        "'Motor' is not available because nothing is selected for 'Frame'. It is available with 'Large' for 'Size' and 'Steel' for 'Frame'.",
    })
  })

  it('omits questions that never cost anything from a rule on the total', () => {
    const rules = JSON.stringify([{ type: 'Calculation', calculationId: 90, operator: '>=', value: 100 }])
    const free = Array.from({ length: 200 }, (_, i) => i + 10)
    const total = createProductSource({
      baseprice: 50,
      questions: [
        createQuestionSource(1, 'Radiobuttons', { title: 'Size' }),
        ...free.map((id) => createQuestionSource(id, 'Radiobuttons')),
        createQuestionSource(2, 'Radiobuttons', { title: 'Motor', rules }),
      ],
      answers: [
        createAnswerSource(11, 1, { title: 'Small', price: 5 }),
        createAnswerSource(12, 1, { title: 'Large', price: 60 }),
        ...free.map((id) => createAnswerSource(id * 100, id)),
      ],
      calculations: [
        {
          ...{ id: 90, type: 'code' },
          code: { code: 'Total', question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
        },
      ],
    })
    const state = openConfiguration(compileProgram(total, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: 11 })
    for (const id of free) changeSelection(state, { question_id: id, value: id * 100 })
    expect(explainQuestion(state, 2)).to.deep.include({
      because: [{ question_id: 1, selection: '11', text: 'Small' }],
      remedies: [[{ question_id: 1, from: '11', to: '12', text: 'Large', possible: true }]],
    })
  })

  it('offers no change that removes the question of the answer', () => {
    // The answer requires "not Small", its question requires Small, so no selection satisfies both.
    const torn = createProductSource({
      questions: [
        createQuestionSource(1, 'Radiobuttons', { title: 'Size' }),
        createQuestionSource(2, 'Radiobuttons', { title: 'Frame', rules: JSON.stringify([condition(1, '==', 11)]) }),
      ],
      answers: [
        createAnswerSource(11, 1, { title: 'Small' }),
        createAnswerSource(12, 1, { title: 'Large' }),
        createAnswerSource(21, 2, { title: 'Steel', rules: JSON.stringify([condition(1, '!=', 11)]) }),
      ],
    })
    const state = openConfiguration(compileProgram(torn, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: 11 })
    expect(explainAnswer(state, 21)).to.deep.include({
      remedies: [],
      message: "'Steel' is not available because 'Size' is 'Small'.",
    })
  })

  const rules = JSON.stringify([condition(1, '==', 11), 'AND', [condition(2, '>=', 100), 'OR', condition(3, '!=', '')]])
  const source = createProductSource({
    questions: [
      createQuestionSource(1, 'Radiobuttons', { title: 'Size' }),
      createNumberQuestion(2, 1, 500, { title: 'Width' }),
      createQuestionSource(3, 'Textbox', { title: 'Name' }),
      createQuestionSource(4, 'Radiobuttons', { title: 'Motor', rules }),
      createQuestionSource(5, 'Textbox', { title: 'Broken', rules: '{' }),
      createQuestionSource(6, 'Textbox', {
        title: 'Gold',
        rules: '[{"type":"CustomerGroup","field":"custom_1","operator":"==","value":"gold"}]',
      }),
    ],
    answers: [
      createAnswerSource(11, 1, { title: 'Small' }),
      createAnswerSource(12, 1, { title: 'Large' }),
      createAnswerSource(41, 4, { title: 'Strong' }),
    ],
  })

  it('contains facts and remedies as data and as text', () => {
    const state = openConfiguration(compileProgram(source, stockTypes), anonymousContext)
    changeSelection(state, { question_id: 1, value: 12 })
    changeSelection(state, { question_id: 2, value: 200 })
    expect(explainQuestion(state, 4)).to.deep.equal({
      reason: 'rule',
      because: [{ question_id: 1, selection: '12', text: 'Large' }],
      remedies: [[{ question_id: 1, from: '12', to: '11', text: 'Small', possible: true }]],
      exact: true,
      message: "'Motor' is not available because 'Size' is 'Large'. It is available with 'Small' for 'Size'.",
    })
    expect(explainAnswer(state, 41)).to.include({ reason: 'question' })
  })

  it('is translated into the caller’s language', () => {
    const texts = {
      questions: { 1: 'Größe', 4: 'Motor', 2: 'Breite', 3: 'Name' },
      answers: { 11: 'Klein', 12: 'Groß' },
      messages: {
        'shop.unavailableBecause': '„{name}“ ist nicht möglich, denn {facts}.',
        'shop.selectedFact': '„{question}“ ist „{text}“',
        'shop.availableWith': 'Möglich wird es mit {ways}.',
        'shop.selectionWay': '„{text}“ bei „{question}“',
      },
    }
    const state = openConfiguration(compileProgram(source, stockTypes), { ...anonymousContext, texts })
    changeSelection(state, { question_id: 1, value: 12 })
    changeSelection(state, { question_id: 3, value: 'x' })
    expect(explainQuestion(state, 4)?.message).to.equal(
      '„Motor“ ist nicht möglich, denn „Größe“ ist „Groß“. Möglich wird es mit „Klein“ bei „Größe“.',
    )
  })

  it('reports a malformed rule, and a rule that no selection can satisfy', () => {
    const state = openConfiguration(compileProgram(source, stockTypes), anonymousContext)
    expect(explainQuestion(state, 5)).to.include({
      reason: 'malformed',
      message: "'Broken' is not available because its rule cannot be read.",
    })
    expect(explainQuestion(state, 6)).to.deep.include({
      because: [],
      remedies: [],
      message: "'Gold' is not available with any selection.",
    })
  })
})
