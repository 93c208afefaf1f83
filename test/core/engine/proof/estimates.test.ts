// Estimates compared with exact counts: numbers, multi-select and optional questions, rules on calculations, and the reported method.
import { messageText } from '../../../../core/foundation/message-format.js'
import { expect } from 'chai'
import { runSimulation, type SimulationReport } from '../../../../core/engine/proof/simulator.js'
import type { ProductSource } from '../../../../core/engine/program/source.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

/** Random numbers in [0, 1), the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 0x1000000
  }
}

const rule = (...tokens: readonly unknown[]): string => JSON.stringify(tokens)
const selected = (questionId: number, operator: string, value: unknown): object => ({
  type: 'QuestionProperty',
  questionId,
  field: 'selected',
  operator,
  value,
})

/** Width 1 to 500; "wide" only from 250; any of three extras; an optional note; twice the width has a limit. */
const source: ProductSource = createProductSource({
  questions: [
    createNumberQuestion(1, 1, 500, { title: 'Width', required: true }),
    createQuestionSource(2, 'Radiobuttons', { title: 'Kind', required: true }),
    createQuestionSource(3, 'Multiselect', { title: 'Extras', required: true }),
    createNumberQuestion(4, 1, 9, { title: 'Spares', rules: rule(selected(2, '==', 22)) }),
    createQuestionSource(5, 'Radiobuttons', {
      title: 'Frame',
      required: true,
      rules: rule({ type: 'Calculation', calculationId: 50, operator: '>', value: 600 }),
    }),
  ],
  answers: [
    createAnswerSource(21, 2),
    createAnswerSource(22, 2, { rules: rule(selected(1, '>=', 250)) }),
    ...[31, 32, 33].map((id) => createAnswerSource(id, 3)),
    ...[51, 52].map((id) => createAnswerSource(id, 5)),
  ],
  calculations: [
    {
      id: 50,
      type: 'formula',
      formula: {
        terms: [
          { type: 'QuestionProperty', questionId: 1, field: 'selected' },
          { type: 'Operator', value: '*' },
          { type: 'Number', value: 2 },
        ],
      },
    },
  ],
})

/**
 * Counted by hand: widths with their kinds, times extras, times spare parts or none, times frames if twice the width exceeds
 * 600.
 */
function counted(): { readonly total: number; readonly wide: number } {
  let total = 0
  let wide = 0
  for (let width = 1; width <= 500; width++) {
    const rest = 7 * (width * 2 > 600 ? 2 : 1)
    total += rest
    if (width < 250) continue
    wide += rest * 10
    total += rest * 10
  }
  return { total, wide }
}

const simulated = (product: ProductSource, more: object = {}): SimulationReport =>
  runSimulation(product, stockTypes, { scope: 'all', context: anonymousContext, walks: 4_000, random: seeded(7), ...more })

describe('An estimate', () => {
  it('agrees with the exact count, including numbers and multi-select questions, and describes its method', () => {
    const { total, wide } = counted()
    const report = simulated(source)
    expect(report).to.include({ exact: false, because: 'outside' })
    const { estimate } = report
    expect(estimate).to.include({ method: 'weighted-walks', walks: 4_000, valid: 4_000 })
    expect(estimate?.relativeError).to.be.within(0.001, 0.05)
    const error = Number(estimate?.standardError)
    expect(Math.abs(Number(report.validConfigurations) - total)).to.be.at.most(4 * error)
    expect(error / total).to.be.closeTo(estimate!.relativeError!, 0.005)
    expect(messageText(estimate!.message)).to.match(
      /^Estimated from 4000 random walks, of which 4000 ended .* standard error of the number is [\d.]+ %\.$/,
    )
    const share = report.answers.find(({ answer_id }) => answer_id === 22)!
    expect(share.standardError).to.be.within(0.0001, 0.05)
    expect(Math.abs(share.share - wide / total)).to.be.at.most(4 * share.standardError!)
  })

  it('agrees with the exact count of the same product', () => {
    const decided = { ...source, questions: source.questions.slice(0, 4), calculations: [] }
    const exact = simulated(decided)
    expect(exact.exact).to.equal(true)
    expect(exact).to.not.have.property('estimate')
    expect(exact.answers[0]).to.not.have.property('standardError')
    const estimated = simulated(decided, { nodes: 0 })
    expect(estimated).to.include({ exact: false, because: 'budget' })
    const off = Math.abs(Number(estimated.validConfigurations) - Number(exact.validConfigurations))
    expect(off).to.be.at.most(4 * Number(estimated.estimate?.standardError))
  })

  it('includes configurations whose earlier questions depend on later ones', () => {
    const looksForward = createProductSource({
      questions: [
        createQuestionSource(1, 'Radiobuttons', { required: true, rules: rule(selected(2, '==', 21)) }),
        createQuestionSource(2, 'Radiobuttons', { required: true }),
      ],
      answers: [11, 12, 13].map((id) => createAnswerSource(id, 1)).concat([21, 22].map((id) => createAnswerSource(id, 2))),
    })
    const report = simulated(looksForward, { nodes: 0 })
    expect(Math.abs(Number(report.validConfigurations) - 4)).to.be.at.most(4 * Number(report.estimate?.standardError))
  })

  it('lists entries counted as one, and stays finite for more configurations than doubles can represent', () => {
    const ids = Array.from({ length: 400 }, (_, i) => i + 1)
    const large = createProductSource({
      questions: [
        ...ids.map((id) => createQuestionSource(id, 'Radiobuttons', { required: true })),
        createNumberQuestion(900, 1, null, { title: 'Open', required: true }),
      ],
      answers: ids.flatMap((id) => Array.from({ length: 10 }, (_, pick) => createAnswerSource(id * 1_000 + pick, id))),
    })
    const report = simulated(large, { nodes: 0, walks: 20 })
    expect(report.validConfigurations).to.equal(`1${'0'.repeat(400)}`)
    expect(report.countedOnce).to.deep.equal(['Open'])
    expect(report.estimate).to.include({ relativeError: 0, valid: 20 })
  })

  it('reports that no walk found a valid configuration', () => {
    const rules = rule({ type: 'Calculation', calculationId: 50, operator: '>', value: 600 })
    const calculations = [{ id: 50, type: 'formula', formula: { terms: [{ type: 'Number', value: 1 }] } }] as const
    const never = createProductSource({
      ...{
        questions: [createQuestionSource(1, 'Radiobuttons', { required: true })],
        answers: [createAnswerSource(11, 1, { rules })],
      },
      calculations,
    })
    const report = simulated(never, { walks: 3 })
    expect(report.validConfigurations).to.equal(null)
    expect(messageText(report.estimate!.message)).to.equal(
      'Nothing could be estimated: none of 3 random walks ended in a valid configuration.',
    )
  })
})
