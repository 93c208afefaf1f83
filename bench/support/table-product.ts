// A product whose combinations are in one variant table, and the same product with rules instead.
import type { AnswerSource, ProductSource } from '../../core/engine/program/source.js'
import type { TableRow } from '../../core/engine/variant/variant-table.js'
import { createAnswerSource, createProductSource, createQuestionSource } from '../../test/core/engine/engine-product.js'
import { createSyntheticRandom } from './synthetic-product.js'

/** Number of questions in the table, and of answers per question. */
const tableColumns = 5
const answersEach = 12

const answerId = (question: number, pick: number): number => question * 100 + pick

interface TableProduct {
  readonly tabled: ProductSource
  readonly ruled: ProductSource
  /** Selections that shoppers make, one after another. Some are rejected. */
  readonly changes: readonly { readonly question_id: number; readonly value: string }[]
}

function createAnswerRule(rows: readonly TableRow[], question: number, answer: number): string {
  const is = (questionId: number, operator: string, value: unknown): object => ({
    type: 'QuestionProperty',
    questionId,
    field: 'selected',
    operator,
    value,
  })
  const fitting = rows.filter((row) => row[question - 1] === answer)
  const otherIds = Array.from({ length: tableColumns }, (_, at) => at + 1).filter((id) => id !== question)
  const parts = fitting.map((row) =>
    otherIds.flatMap((id, at) => [...(at === 0 ? [] : ['AND']), [is(id, '==', ''), 'OR', is(id, '==', row[id - 1])]]),
  )
  return JSON.stringify(parts.flatMap((part, at) => (at === 0 ? [part] : ['OR', part])))
}

/** Creates the product with this many distinct rows. */
export function createTableProduct(count: number): TableProduct {
  const random = createSyntheticRandom(17)
  const pick = (question: number): number => answerId(question, 1 + Math.floor(random() * answersEach))
  const rowsByKey = new Map<string, TableRow>()
  while (rowsByKey.size < count) {
    const row = Array.from({ length: tableColumns }, (_, at) => pick(at + 1))
    rowsByKey.set(row.join(), row)
  }
  const rows = [...rowsByKey.values()]
  const questions = Array.from({ length: tableColumns }, (_, at) => createQuestionSource(at + 1, 'Radiobuttons'))
  const answers = questions.flatMap(({ id }): AnswerSource[] =>
    Array.from({ length: answersEach }, (_, at) => createAnswerSource(answerId(id, at + 1), id)),
  )
  const plain = createProductSource({ questions, answers })
  const question_ids = questions.map(({ id }) => id)
  const changes = Array.from({ length: 4_000 }, () => {
    const question_id = 1 + Math.floor(random() * tableColumns)
    return { question_id, value: random() < 0.3 ? '' : String(pick(question_id)) }
  })
  return {
    tabled: { ...plain, tables: [{ id: 1, name: 'Combinations', mode: 'allow', question_ids, rows }] },
    ruled: {
      ...plain,
      answers: answers.map((answer) => ({ ...answer, rules: createAnswerRule(rows, answer.question_id, answer.id) })),
    },
    changes,
  }
}
