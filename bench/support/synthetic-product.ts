// Synthetic products of any size: choices with backward-looking rules, numbers, prices, formulas and tables.
import type { AnswerSource, CalculationSource, ProductSource, QuestionSource } from '../../core/engine/program/source.js'
import {
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
} from '../../test/core/engine/engine-product.js'
import type { TableRow } from '../../core/engine/variant/variant-table.js'

/** A condition of a synthetic rule, for engines with another rule format. */
export interface SyntheticCondition {
  readonly question: number
  readonly operator: '==' | '!=' | '>='
  readonly value: number
}

export interface SyntheticRule {
  readonly joint: 'AND' | 'OR'
  readonly conditions: readonly SyntheticCondition[]
}

export interface SyntheticProduct {
  readonly source: ProductSource
  /** By question id, then by answer id; null means no rule. */
  readonly questionRules: ReadonlyMap<number, SyntheticRule | null>
  readonly answerRules: ReadonlyMap<number, SyntheticRule | null>
}

export const answersPerQuestion = 10

/** Pseudo-random numbers in [0, 1) from a seed. */
export function createSyntheticRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 0x1000000
  }
}

export const answerId = (question: number, pick: number): number => question * 100 + pick

/** Every tenth question is a number. Rules reference questions at most twenty positions back, so a change affects only a few. */
export function createSyntheticProduct(count: number, seed = 7): SyntheticProduct {
  const random = createSyntheticRandom(seed)
  const whole = (below: number): number => Math.floor(random() * below)
  const isNumber = (question: number): boolean => question % 10 === 0
  const condition = (before: number): SyntheticCondition => {
    const question = Math.max(1, before - 1 - whole(Math.min(20, before - 1)))
    if (isNumber(question)) return { question, operator: '>=', value: 1 + whole(50) }
    return { question, operator: random() < 0.3 ? '==' : '!=', value: answerId(question, 1 + whole(answersPerQuestion)) }
  }
  const rule = (before: number, share: number): SyntheticRule | null => {
    if (before === 1 || random() >= share) return null
    return { joint: random() < 0.5 ? 'AND' : 'OR', conditions: Array.from({ length: 1 + whole(3) }, () => condition(before)) }
  }
  const stored = (syntheticRule: SyntheticRule | null): string | null =>
    syntheticRule &&
    JSON.stringify(
      syntheticRule.conditions.flatMap(({ question, operator, value }, i) => {
        const token = { type: 'QuestionProperty', questionId: question, field: 'selected', operator, value }
        return i === 0 ? [token] : [syntheticRule.joint, token]
      }),
    )

  const questions: QuestionSource[] = []
  const answers: AnswerSource[] = []
  const calculations: CalculationSource[] = []
  const questionRules = new Map<number, SyntheticRule | null>()
  const answerRules = new Map<number, SyntheticRule | null>()
  for (let id = 1; id <= count; id++) {
    const own = rule(id, 0.5)
    questionRules.set(id, own)
    if (isNumber(id)) {
      const operator = (value: string): object => ({ type: 'Operator', value })
      const number = (value: number): object => ({ type: 'Number', value })
      const selected = { type: 'QuestionProperty', questionId: id, field: 'selected' }
      const terms = [selected, operator('*'), number(1.25), operator('+'), number(3)]
      calculations.push({ id, name: `Price ${id}`, type: 'formula', formula: { terms } })
      questions.push(createNumberQuestion(id, 0, 100, { rules: stored(own), calcmodel: id }))
      continue
    }
    questions.push(createQuestionSource(id, 'Radiobuttons', { rules: stored(own) }))
    for (let pick = 1; pick <= answersPerQuestion; pick++) {
      const answerRule = rule(id, 0.3)
      answerRules.set(answerId(id, pick), answerRule)
      answers.push(createAnswerSource(answerId(id, pick), id, { rules: stored(answerRule), price: pick * 1.5 }))
    }
  }
  return { source: createProductSource({ questions, answers, calculations }), questionRules, answerRules }
}

/** Number of questions in the table, and of answers per question. */
const tableColumns = 5
const answersEach = 12

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
