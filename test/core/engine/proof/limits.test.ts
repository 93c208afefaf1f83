// Unchecked limits, static and calculated: questions without validation or with texts.
import { expect } from 'chai'
import { runProofs } from '../../../../core/engine/proof/product-proof.js'
import type { QuestionSource } from '../../../../core/engine/program/source.js'
import { createNumberQuestion, createProductSource, createQuestionSource, stockTypes } from '../engine-product.js'

/** The questions that the proof reports as having unchecked limits. */
async function unchecked(...questions: readonly QuestionSource[]): Promise<readonly number[]> {
  const { findings } = await runProofs(createProductSource({ questions }), stockTypes)
  return findings.filter(({ kind }) => kind === 'unchecked-limit').map(({ id }) => id)
}

const off = { validate: false, input_restriction: 'integer' }
const plain = { validate: true, input_restriction: 'plaintext' }

describe('unchecked limits', () => {
  it('are reported if entries are not validated or are texts', async () => {
    const questions = [
      createNumberQuestion(1, 300, 3_000),
      createNumberQuestion(2, 300, 3_000, { settings: off }),
      createNumberQuestion(3, null, 10, { settings: plain }),
      createNumberQuestion(4, 0, null, { settings: off }),
      createNumberQuestion(5, null, null, { settings: off }),
    ]
    expect(await unchecked(...questions)).to.deep.equal([2, 3, 4])
  })

  it('are reported for calculated limits too, but not for types without limits or with constant validation', async () => {
    const calculated = { set_min_value: 'calculated', calcmodel_id_min_val: 7 } as const
    const limits = { set_min_value: 'static', minval: 5, set_max_value: 'static', maxval: 9 } as const
    const questions = [
      createQuestionSource(1, 'Textbox', { ...calculated, settings: off }),
      createQuestionSource(2, 'Textbox', { ...calculated, settings: { ...off, validate: true } }),
      createQuestionSource(3, 'Slider', { ...limits, settings: {} }),
      createQuestionSource(4, 'Radiobuttons', limits),
    ]
    expect(await unchecked(...questions)).to.deep.equal([1])
  })

  it('are reported only for the requested questions', async () => {
    const questions = [createNumberQuestion(1, 1, 2, { settings: off }), createNumberQuestion(2, 1, 2, { settings: off })]
    const only = ({ id }: { readonly id: number }): boolean => id === 2
    const { findings } = await runProofs(createProductSource({ questions }), stockTypes, { only })
    expect(findings.map(({ kind, id, field, grade, message }) => [kind, id, field, grade, message])).to.deep.equal([
      [
        ...['unchecked-limit', 2, 'validate', 'notice'],
        "The limits of 'Question 2' have no effect: its entries are texts, or validation is off.",
      ],
    ])
  })
})
