// Configurations found by trial and repair satisfy all constraints of the solver.
import { expect } from 'chai'
import fc from 'fast-check'
import { createProofModel, type ProofModel } from '../../../../core/engine/proof/proof-model.js'
import { completeConstraint, settledConstraints } from '../../../../core/engine/proof/formulas.js'
import { findReachable, type ReachableRecords } from '../../../../core/engine/proof/reachability.js'
import { findValidConfiguration } from '../../../../core/engine/proof/answer-analysis.js'
import type { ProductSource } from '../../../../core/engine/program/source.js'
import {
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

const when = (questionId: number, operator: '==' | '!=', value: number | ''): string =>
  JSON.stringify([{ type: 'QuestionProperty', questionId, field: 'selected', operator, value }])

const choices = (...ids: readonly number[]) =>
  ids.flatMap((id) => [createAnswerSource(10 * id + 1, id), createAnswerSource(10 * id + 2, id)])

/** Answers, a number and a multi-select question, with rules on questions and answers, and required questions. */
const crossed = createProductSource({
  questions: [
    createQuestionSource(1, 'Radiobuttons', { required: true }),
    createQuestionSource(2, 'Radiobuttons', { rules: when(1, '==', 11), required: true }),
    createQuestionSource(3, 'Multiselect', { rules: when(2, '!=', '') }),
    createNumberQuestion(4, 1, 3, { rules: when(3, '==', ''), required: true }),
  ],
  answers: [...choices(1, 3), createAnswerSource(21, 2), createAnswerSource(22, 2, { rules: when(4, '==', 2) })],
})

/** Two required questions with a variant table of their allowed combinations. */
const tabled: ProductSource = {
  ...createProductSource({
    questions: [1, 2].map((id) => createQuestionSource(id, 'Radiobuttons', { required: true })),
    answers: choices(1, 2),
  }),
  tables: [
    {
      ...{ id: 1, name: 'Pairs', mode: 'allow', question_ids: [1, 2] },
      rows: [
        [11, 21],
        [12, 22],
      ],
    },
  ],
}

function modelOf(source: ProductSource): { readonly model: ProofModel; readonly reached: ReachableRecords } {
  const model = createProofModel(source, stockTypes)
  return { model, reached: findReachable(model, new Set()) }
}

/** Checks the formulas that the solver receives. */
function isValid({ model, reached }: ReturnType<typeof modelOf>, values: Int32Array): boolean {
  const { formulas, questions } = model
  const satisfied = questions.flatMap((question) => [
    ...settledConstraints(model, question),
    ...(question.required ? [completeConstraint(model, question)] : []),
  ])
  const selections = [...model.answerOf.values()].filter(({ subject, value }) => values[subject] === value)
  return satisfied.every((formula) => formulas.holds(formula, values)) && selections.every(({ id }) => reached.answers.has(id))
}

const every = (sizes: readonly number[]): fc.Arbitrary<Int32Array> =>
  fc.tuple(...sizes.map((size) => fc.nat(size - 1))).map((values) => Int32Array.from(values))

describe('A configuration found by trial and repair', () => {
  const cases = [
    ['rules', crossed, 50],
    ['a table', tabled, 5],
  ] as const
  for (const [name, source, least] of cases) {
    it(`is valid by ${name} for any initial values, and equals them if they are valid`, () => {
      const products = modelOf(source)
      let count = 0
      fc.assert(
        fc.property(every(products.model.sizes), (selectedSizes) => {
          const values = findValidConfiguration(products.model, products.reached, selectedSizes)
          if (isValid(products, selectedSizes)) expect(values).to.deep.equal(selectedSizes)
          if (values === null) return
          count++
          expect(isValid(products, values)).to.equal(true)
        }),
      )
      expect(count).to.be.greaterThan(least)
    })
  }

  it('does not exist if required questions exclude each other', () => {
    const source = createProductSource({
      questions: [
        createQuestionSource(1, 'Radiobuttons', { required: true }),
        createQuestionSource(2, 'Radiobuttons', { required: true }),
      ],
      answers: [
        ...[11, 12].map((id) => createAnswerSource(id, 1, { rules: when(2, '==', '') })),
        ...[21, 22].map((id) => createAnswerSource(id, 2, { rules: when(1, '==', '') })),
      ],
    })
    const { model, reached } = modelOf(source)
    expect(
      findValidConfiguration(
        model,
        reached,
        Int32Array.from(model.sizes, () => 1),
      ),
    ).to.equal(null)
  })
})
