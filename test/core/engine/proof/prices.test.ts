// Gaps in price tables: rows and columns compared with the limits, entries and answers of their questions.
import { expect } from 'chai'
import { findMissingPrices } from '../../../../core/engine/proof/price-proof.js'
import { ProductLookup } from '../../../../core/engine/proof/product-lookup.js'
import type { CalculationSource, MatrixSource, ProductSource, QuestionSource } from '../../../../core/engine/program/source.js'
import {
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

function table(own: Partial<MatrixSource>, rows: readonly number[]): CalculationSource {
  const none = { row_question_id: null, row_calculation_id: null, column_question_id: null, column_calculation_id: null }
  const cells = rows.map((row) => ({ row, column: 0, value: '1' }))
  return {
    id: 20,
    name: 'Table',
    type: 'matrix',
    matrix: { ...none, row_question_id: 1, lookup: 'exact', round: null, cells, ...own },
  }
}

/** The entries of question 1 without a row. */
function gaps(question: QuestionSource, matrix: CalculationSource, more: Partial<ProductSource> = {}): string | null {
  const questions = [question, createQuestionSource(2, 'Radiobuttons', { calcmodel: 20 })]
  const answers = [11, 12].map((id) => createAnswerSource(id, 1))
  const source = createProductSource({ questions, answers, calculations: [matrix], ...more })
  const findings = findMissingPrices(new ProductLookup(source, stockTypes), stockTypes)
  expect(findings.length).to.be.at.most(1)
  return findings.length === 0 ? null : (/has no row for (.*) of 'Question 1'/.exec(findings[0]!.message)?.[1] ?? 'no sentence')
}

describe('a price table', () => {
  it('is reported for entries after its last or before its first row', () => {
    const higher = table({ lookup: 'nextHigher' }, [100, 200])
    const lower = table({ lookup: 'nextLower' }, [100, 200])
    expect(gaps(createNumberQuestion(1, 1, 200), higher)).to.equal(null)
    expect(gaps(createNumberQuestion(1, 1, 202), higher)).to.equal('values above 200')
    expect(gaps(createNumberQuestion(1, 1, null), higher)).to.equal('values above 200')
    const unchecked = createNumberQuestion(1, 1, 150, { settings: { validate: false, input_restriction: 'integer' } })
    expect(gaps(unchecked, higher)).to.equal('values above 200')
    expect(gaps(createNumberQuestion(1, 1, 100_000), higher)).to.equal('values above 200')
    expect(gaps(createNumberQuestion(1, 100, 500), lower)).to.equal(null)
    expect(gaps(createNumberQuestion(1, null, 500), lower)).to.equal('values below 100')
    expect(gaps(createNumberQuestion(1, 93, 500), lower)).to.equal('values below 100')
  })

  it('is reported for entries and answers without a row in an exact table', () => {
    expect(gaps(createNumberQuestion(1, 1, 3), table({}, [1, 3]))).to.equal("'2'")
    expect(gaps(createNumberQuestion(1, 1, 9), table({}, [1, 3]))).to.equal("'2', '4', '5', '6', '7' and 2 more")
    expect(gaps(createNumberQuestion(1, 1, 3), table({ round: 3 }, [0, 3]))).to.equal(null)
    expect(gaps(createQuestionSource(1, 'Radiobuttons'), table({}, [11]))).to.equal("'Answer 12'")
    expect(gaps(createQuestionSource(1, 'Radiobuttons'), table({}, [11, 12]))).to.equal(null)
    const listed = createQuestionSource(1, 'Choices', { settings: { choices: '10\n20', input_restriction: 'integer' } })
    expect(gaps(listed, table({}, [10]))).to.equal("'20'")
  })

  it('is checked if the calculation of a price reads it, otherwise not', () => {
    const reading: CalculationSource = {
      ...{ id: 21, name: 'Price', type: 'formula' },
      formula: { terms: [{ type: 'Calculation', calculationId: 20 }] },
    }
    const questions = [createQuestionSource(1, 'Radiobuttons'), createQuestionSource(2, 'Radiobuttons', { calcmodel: 21 })]
    const calculations = [table({}, [11]), reading]
    expect(gaps(questions[0]!, calculations[0]!, { questions, calculations })).to.equal("'Answer 12'")
    const weighed = [questions[0]!, createQuestionSource(2, 'Radiobuttons', { calcmodel_weight: 21 })]
    expect(gaps(questions[0]!, calculations[0]!, { questions: weighed, calculations })).to.equal(null)
  })
})
