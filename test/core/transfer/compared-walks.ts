// Applies the same changes to two programs and checks that both give the same results, ids aside.
import { expect } from 'chai'
import {
  changeSelection,
  initializeConfiguration,
  calculationValues,
  viewAnswer,
  viewQuestion,
} from '../../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../../core/engine/program/state.js'
import type { Program } from '../../../core/engine/program/program.js'
import { anonymousContext } from '../engine/engine-product.js'

/** The id in the second program that corresponds to an id in the first. */
export interface ProductCopyIds {
  idOf(entity: string, id: number): number
}

/** Applies `steps` changes to both programs and compares them after each step, ids aside. */
export function compareWalks(original: Program, copied: Program, { idOf }: ProductCopyIds, steps: number): void {
  const [a, b] = [
    initializeConfiguration(original, anonymousContext).state,
    initializeConfiguration(copied, anonymousContext).state,
  ]
  // Deterministic, with a period longer than any product's size.
  let seed = 7
  const pick = (size: number): number => (seed = (seed * 48_271) % 2_147_483_647) % size
  for (let step = 0; step < steps; step++) {
    const { source, firstAnswer, endAnswer } = original.questions[pick(original.questions.length)]!
    const answers = original.answers.slice(firstAnswer, endAnswer).map((answer) => answer.id)
    const answer = answers[pick(answers.length + 1)]
    const entered = answers.length === 0 ? String(pick(4) * 500) : null
    const result = changeSelection(a, { question_id: source.id, value: answer === undefined ? entered : String(answer) }, true)
    const copyResult = changeSelection(
      b,
      { question_id: idOf('question', source.id), value: answer === undefined ? entered : String(idOf('answer', answer)) },
      true,
    )
    expect(copyResult.refused?.code).to.equal(result.refused?.code)
    expect(computeUnitTotals(b)).to.deep.equal(computeUnitTotals(a))
    const views = original.questions.map((_, index) => {
      const { id: _id, selection: _selection, ...view } = viewQuestion(a, index)
      return view
    })
    expect(
      original.questions.map((question) => {
        const index = copied.questions.findIndex((candidate) => candidate.source.id === idOf('question', question.source.id))
        const { id: _id, selection: _selection, ...view } = viewQuestion(b, index)
        return view
      }),
    ).to.deep.equal(views)
    const rules = original.answers.map((one, index) => [idOf('answer', one.id), viewAnswer(a, index).selectable] as const)
    const copyRules = new Map(copied.answers.map((one, index) => [one.id, viewAnswer(b, index).selectable]))
    for (const [id, isSelectable] of rules) expect(copyRules.get(id)).to.equal(isSelectable)
    const values = new Map(calculationValues(b).map(({ id, value }) => [id, value]))
    for (const { id, value } of calculationValues(a)) expect(values.get(idOf('calculation', id))).to.equal(value)
  }
}
