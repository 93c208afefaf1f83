// A product like large feature models: a question tree, answers that imply or exclude each other, and rules with hundreds of clauses.
import type { AnswerSource, ProductSource, QuestionSource } from '../../../core/engine/program/source.js'
import { createAnswerSource, createNumberQuestion, createProductSource, createQuestionSource } from '../engine/engine-product.js'

export interface ModelProductOptions {
  readonly questions: number
  readonly answers: number
  /** Clauses beyond the tree, spread over rules with `clausesEach` clauses. */
  readonly clauses: number
  readonly clausesEach: number
  readonly seed?: number
}

/** The size of a real configurator's model. */
export const realModelSize: ModelProductOptions = { questions: 931, answers: 2_606, clauses: 3_767, clausesEach: 120 }

type Token = string | Readonly<Record<string, unknown>> | readonly Token[]

/** Pseudo-random numbers in [0, 1) from a seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 0x1000000
  }
}

const answerId = (question: number, pick: number): number => question * 100 + pick

/**
 * Deterministic for its options. One assignment that satisfies every rule is built in, so a solution always exists. Every question except
 * the first ones depends on an answer of an earlier one; every twentieth is a number.
 */
export function createModelProduct({
  questions: count,
  answers: total,
  clauses,
  clausesEach,
  seed = 5,
}: ModelProductOptions): ProductSource {
  const random = createSeededRandom(seed)
  const whole = (below: number): number => Math.floor(random() * below)
  const isNumber = (question: number): boolean => question % 20 === 0
  const choices = count - Math.floor(count / 20)
  // Two answers per question. The remaining answers go to a few questions with many.
  const sizes = new Map<number, number>()
  for (let id = 1; id <= count; id++) if (!isNumber(id)) sizes.set(id, 2)
  const offering = [...sizes.keys()]
  for (let rest = total - 2 * choices; rest > 0; rest--) {
    const id = offering[Math.floor(random() ** 2 * offering.length)]!
    sizes.set(id, sizes.get(id)! + 1)
  }

  const is = (question: number, operator: string, value: number): Token => ({
    type: 'QuestionProperty',
    questionId: question,
    field: 'selected',
    operator,
    value,
  })
  const join = (word: 'AND' | 'OR', parts: readonly Token[]): Token[] =>
    parts.flatMap((part, i) => (i === 0 ? [part] : [word, part]))

  // The built-in assignment: the chosen answer, or 0 if the question does not apply.
  const planted = new Map<number, number>()
  const parents = new Map<number, { readonly question: number; readonly pick: number }>()
  for (let id = 1; id <= count; id++) {
    const roots = Math.ceil(count / 40)
    let parent = id <= roots ? 0 : 1 + whole(Math.min(id - 1, 60)) + Math.max(0, id - 61)
    while (parent > 0 && isNumber(parent)) parent--
    const applies = (): boolean => planted.get(parent) === parents.get(id)!.pick
    if (parent > 0) {
      const own = planted.get(parent)!
      parents.set(id, { question: parent, pick: own > 0 && random() < 0.8 ? own : 1 + whole(sizes.get(parent)!) })
    }
    planted.set(id, parent > 0 && !applies() ? 0 : isNumber(id) ? 1 : 1 + whole(sizes.get(id)! - 1))
  }

  /** The last answer of a question (an extra) excludes extras of nearby questions or, sometimes, requires one. */
  const clause = (): Token => {
    const near = whole(count)
    const extra = (operator: string): Token => {
      const nearby = 1 + ((near + whole(60)) % count)
      const question = isNumber(nearby) ? nearby - 1 : nearby
      return is(question, operator, answerId(question, sizes.get(question)!))
    }
    const repeatedOperator = random() < 0.06 ? '==' : '!='
    return join('OR', [extra('!='), ...Array.from({ length: 1 + whole(3) }, () => extra(repeatedOperator))])
  }

  const questions: QuestionSource[] = []
  const answers: AnswerSource[] = []
  for (let id = 1; id <= count; id++) {
    const parent = parents.get(id)
    const rules = parent ? JSON.stringify([is(parent.question, '==', answerId(parent.question, parent.pick))]) : null
    const own = { page_id: 1 + Math.floor((id - 1) / 40), title: `Feature ${id}`, rules, required: random() < 0.9 }
    if (isNumber(id)) {
      questions.push(createNumberQuestion(id, 1, 500, own))
      continue
    }
    questions.push(createQuestionSource(id, 'Radiobuttons', own))
    for (let pick = 1; pick <= sizes.get(id)!; pick++) {
      const ruleText = random() < 0.25 ? JSON.stringify([clause()]) : null
      const isPlanted = planted.get(id) === pick
      answers.push(
        createAnswerSource(answerId(id, pick), id, {
          title: `Choice ${pick}`,
          price: whole(50),
          rules: isPlanted ? null : ruleText,
        }),
      )
    }
  }
  // The clauses beyond the tree are in the rules of a required release, so every finished configuration must satisfy them.
  const release = count + 1
  for (let remaining = clauses, id = release; remaining > 0; remaining -= clausesEach, id++) {
    const tokens = Array.from({ length: Math.min(remaining, clausesEach) }, clause)
    questions.push(createQuestionSource(id, 'Radiobuttons', { page_id: 1, title: `Release ${id - release + 1}`, required: true }))
    answers.push(createAnswerSource(answerId(id, 1), id, { title: 'Checked', rules: JSON.stringify(join('AND', tokens)) }))
  }
  const pages = Array.from({ length: Math.ceil(count / 40) }, (_, i) => ({ id: i + 1, title: `Page ${i + 1}` }))
  return createProductSource({ baseprice: 1_000, pages, questions, answers })
}
