// The same rules for other engines: hand-written closures with a dependency index, two rule libraries, and one very long rule.
import jsonLogic from 'json-logic-js'
import { Engine, type TopLevelCondition } from 'json-rules-engine'
import {
  type SyntheticProduct,
  type SyntheticCondition,
  type SyntheticRule,
  answerId,
  createSyntheticRandom,
} from './synthetic-product.js'
import type { ProductSource, QuestionSource } from '../../core/engine/program/source.js'
import { createAnswerSource, createProductSource, createQuestionSource } from '../../test/core/engine/engine-product.js'

/** Selections by question id. A missing id means no selection. */
export type RuleSelections = Map<number, number>

export interface RuleEngine {
  /** Evaluates the rules that one changed selection may affect. Returns how many were evaluated. */
  change(question: number, value: number | undefined): number | Promise<number>
  /** Evaluates every rule. */
  all(): number | Promise<number>
}

/** All rules of the product: of questions and of answers. */
function collectRules({ questionRules, answerRules }: SyntheticProduct): readonly SyntheticRule[] {
  return [...questionRules.values(), ...answerRules.values()].filter((rule) => rule !== null)
}

/** What a careful programmer writes for one product: closures over an array, and an index of the rules that read each question. */
export function createClosureEngine(product: SyntheticProduct): RuleEngine {
  const rules = collectRules(product)
  const size = product.source.questions.length + 1
  const selections = new Float64Array(size).fill(Number.NaN)
  const bits = new Uint8Array(rules.length)
  const readers: number[][] = Array.from({ length: size }, () => [])
  const test = ({ question, operator, value }: SyntheticCondition): (() => boolean) => {
    if (operator === '==') return () => selections[question] === value
    if (operator === '!=') return () => selections[question] !== value
    return () => selections[question]! >= value
  }
  const closures = rules.map(({ joint, conditions }, index) => {
    for (const { question } of conditions) readers[question]!.push(index)
    const tests = conditions.map(test)
    return joint === 'AND' ? () => tests.every((run) => run()) : () => tests.some((run) => run())
  })
  // Maintains the price total too, because the service does.
  const prices = new Float64Array(size)
  let total = 0
  return {
    change(question, value) {
      selections[question] = value ?? Number.NaN
      const price = value === undefined ? 0 : (value % 100) * 1.5
      total += price - prices[question]!
      prices[question] = price
      for (const rule of readers[question]!) bits[rule] = Number(closures[rule]!())
      return readers[question]!.length + (Number.isNaN(total) ? 1 : 0)
    },
    all() {
      for (const [rule, closure] of closures.entries()) bits[rule] = Number(closure())
      return closures.length
    },
  }
}

/** json-logic-js: rules as data, interpreted against an object. */
export function createJsonLogicEngine(product: SyntheticProduct): RuleEngine {
  const selections: Record<string, number | null> = {}
  for (const { id } of product.source.questions) selections[`q${id}`] = null
  const rules = collectRules(product).map(({ joint, conditions }) => ({
    [joint === 'AND' ? 'and' : 'or']: conditions.map(({ question, operator, value }) => ({
      [operator]: [{ var: `q${question}` }, value],
    })),
  }))
  const all = (): number => {
    for (const rule of rules) jsonLogic.apply(rule, selections)
    return rules.length
  }
  return {
    all,
    change(question, value) {
      selections[`q${question}`] = value ?? null
      return all()
    },
  }
}

const eventOperators = { '==': 'equal', '!=': 'notEqual', '>=': 'greaterThanInclusive' } as const

/** json-rules-engine: rules with events, run against facts. */
export function createJsonRulesEngine(product: SyntheticProduct): RuleEngine {
  const engine = new Engine([], { allowUndefinedFacts: true })
  const selections: Record<string, number | null> = {}
  for (const { id } of product.source.questions) selections[`q${id}`] = null
  const rules = collectRules(product)
  for (const [index, { joint, conditions }] of rules.entries()) {
    const parts = conditions.map(({ question, operator, value }) => ({
      fact: `q${question}`,
      operator: eventOperators[operator],
      value,
    }))
    const condition = (joint === 'AND' ? { all: parts } : { any: parts }) as TopLevelCondition
    engine.addRule({ conditions: condition, event: { type: String(index) } })
  }
  const all = async (): Promise<number> => {
    await engine.run(selections)
    return rules.length
  }
  return {
    all,
    change(question, value) {
      selections[`q${question}`] = value ?? null
      return all()
    },
  }
}

const questionCount = 200
const answersEach = 10

/** A product with one question and a rule of N conditions. Each condition excludes a combination of answers. */
export interface LargeRule {
  /** In the form that authors send. */
  readonly authored: object
  /** The product with the stored form of the rule. */
  source(rules: string | null): ProductSource
}

/** Each clause excludes one answer of one question in combination with one of another: two conditions. */
export function createLargeRule(conditions: number, seed = 5): LargeRule {
  const random = createSyntheticRandom(seed)
  const pick = (below: number): number => 1 + Math.floor(random() * below)
  const clause = (): object => {
    const first = pick(questionCount)
    const second = ((first + pick(questionCount - 1) - 1) % questionCount) + 1
    return {
      any: [first, second].map((question) => ({ question, operator: '!=', value: answerId(question, pick(answersEach)) })),
    }
  }
  const questions = Array.from({ length: questionCount }, (_, i): QuestionSource => createQuestionSource(i + 1, 'Radiobuttons'))
  const answers = questions.flatMap(({ id }) =>
    Array.from({ length: answersEach }, (_, i) => createAnswerSource(answerId(id, i + 1), id)),
  )
  return {
    authored: { all: Array.from({ length: Math.ceil(conditions / 2) }, clause) },
    source: (rules) =>
      createProductSource({ questions: [...questions, createQuestionSource(questionCount + 1, 'Textbox', { rules })], answers }),
  }
}
