// Compares the optimizer with brute force on small random products: every assignment, checked by the engine.
import { expect } from 'chai'
import fc from 'fast-check'
import { optimizeConfiguration } from '../../../../core/engine/optimum/optimizer.js'
import { type OptimumReport, type OptimumRequest, type Preference } from '../../../../core/engine/optimum/optimum-request.js'
import {
  changeSelection,
  resumeConfiguration,
  initializeConfiguration,
  type SelectionInput,
  currentSelections,
  findMissing,
} from '../../../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../../../core/engine/program/state.js'
import type { Program } from '../../../../core/engine/program/program.js'
import type { AnswerSource, CalculationSource, MatrixSource, ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import type { TableSource } from '../../../../core/engine/variant/variant-table.js'
import { compileWithTables } from '../../../../core/engine/variant/variant-compiler.js'
import {
  createAnswerSource,
  anonymousContext,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { randomProduct } from '../random-product.js'

const matrix: MatrixSource = {
  ...{ row_question_id: 3, row_calculation_id: null, column_question_id: 1, column_calculation_id: null },
  ...{ lookup: 'nextHigher', round: null },
  cells: [2, 4].flatMap((row) => [101, 102].map((column) => ({ row, column, value: row * 3 - (column - 100) * 2 }))),
}
const priced: readonly CalculationSource[] = [
  { id: 600, type: 'matrix', matrix },
  {
    ...{ id: 601, type: 'code' },
    code: { code: 'A > 2 ? A * 1.5 : 7 - A', question_id_a: 3, question_id_b: null, question_id_c: null, question_id_d: null },
  },
  // A surcharge of ten percent of everything else.
  {
    ...{ id: 602, type: 'code' },
    code: { code: 'Total * 0.1 - 1', question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null },
  },
]
const table: TableSource = {
  id: 1,
  name: 'Goes together',
  question_ids: [2, 3],
  mode: 'allow',
  rows: [
    [[111], [{ from: 1, to: 2 }]],
    ['*', [3]],
  ],
} as never

const calculation = fc.constantFrom(null, null, 500, 502, 600, 601, 602)

/** The price of an answer for one group: another price, and another calculation instead of the answer's, or none. */
function overridden([group, price, calculation_id]: readonly [number | null, number, number | null]): Partial<AnswerSource> {
  if (group === null) return {}
  const customer_group_id = group
  return {
    price_overrides: [{ customer_group_id, price }],
    price_recurring_overrides: [{ customer_group_id, price: 1 }],
    price_calculation_overrides: price % 2 === 0 ? [{ customer_group_id, calculation_id }] : [],
  }
}

/** Random products with all elements of prices, and other prices for two groups. */
const product: fc.Arbitrary<ProductSource> = fc
  .record({
    source: randomProduct,
    prices: fc.array(calculation, { minLength: 6, maxLength: 6 }),
    recurring: fc.array(fc.constantFrom(null, null, 501, 601), { minLength: 6, maxLength: 6 }),
    answers: fc.array(fc.tuple(fc.constantFrom(null, null, null, 501, 600, 602), fc.integer({ min: -3, max: 3 })), {
      minLength: 12,
      maxLength: 12,
    }),
    tables: fc.boolean(),
    unpriced: fc.constantFrom('refuse', 'free'),
    groups: fc.array(
      fc.tuple(fc.constantFrom(null, 1, 2), fc.integer({ min: -4, max: 9 }), fc.constantFrom(null, null, 501, 600)),
      {
        minLength: 12,
        maxLength: 12,
      },
    ),
  })
  .map(({ source, prices, recurring, answers, tables, unpriced, groups }) => ({
    ...source,
    unpriced,
    use_recurring_pricing: true,
    baseprice_recurring: 2,
    calculations: [...source.calculations, ...priced],
    tables: tables ? [table] : [],
    baseprice_overrides: groups.slice(0, 2).map(([, price], at) => ({ customer_group_id: at + 1, price: 10 + price })),
    baseprice_recurring_overrides: [{ customer_group_id: 1, price: 3 }],
    questions: source.questions.map((question, i) => ({
      ...question,
      calcmodel: prices[i]!,
      calcmodel_recurring: recurring[i]!,
    })),
    answers: source.answers.map((answer, i) => ({
      ...answer,
      calcmodel: answers[i]![0],
      weight: 2 + answers[i]![1] / 2,
      price_recurring: i % 3,
      ...overridden(groups[i]!),
    })),
  }))

const wish: fc.Arbitrary<Preference> = fc
  .record({ question: fc.nat(5), pick: fc.nat(2), weight: fc.constantFrom(null, 1, 2, 3), listed: fc.boolean() })
  .map(({ question, pick, weight, listed }) =>
    question % 3 === 2
      ? {
          question_id: question + 1,
          weight,
          ...(listed ? { values: [String(pick + 1), '9'] } : { min: pick + 1, max: pick + 2 }),
        }
      : { question_id: question + 1, values: [String(100 + question * 10 + pick)], weight },
  )

interface Request {
  readonly aim: OptimumRequest['aim']
  readonly wishes: readonly Preference[]
  readonly most: number | null
  readonly mostChanges: number | null
  readonly fresh: boolean
  readonly group: number | null
}

const request: fc.Arbitrary<Request> = fc.record({
  aim: fc.constantFrom('cheapest', 'lightest', 'closest'),
  wishes: fc.array(wish, { maxLength: 3 }),
  most: fc.constantFrom(null, null, 150_000, 250_000),
  mostChanges: fc.constantFrom(null, null, 2, 4),
  fresh: fc.boolean(),
  group: fc.constantFrom(null, 1, 2),
})

function requestOf({ aim, wishes, most: maximum, mostChanges: changeLimit, fresh }: Request): OptimumRequest {
  const ceilings = { net: maximum, recurring: null, weight: null }
  return { aim, wishes, ceilings, mostChanges: changeLimit, from: fresh ? null : [], alternatives: 2, ties: true }
}

function optionsOf(source: ProductSource, index: number): (string | null)[] {
  if (index % 3 === 2) return [null, '1', '2', '3', '4']
  const ids = source.answers.filter(({ question_id }) => question_id === index + 1).map(({ id }) => id)
  if (index !== 4) return [null, ...ids.map(String)]
  return [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => ids.filter((_, i) => ((mask >> i) & 1) === 1).join(',') || null)
}

type Cost = readonly [net: number, recurring: number, weight: number, unmet: number, changes: number]

interface Valid {
  readonly cost: Cost
  readonly entries: readonly SelectionInput[]
}

function changesBetween(from: ConfigurationState, to: ConfigurationState): number {
  let changes = 0
  for (const [index, text] of to.text.entries()) {
    const several = to.program.questions[index]!.type.multiple
    if (!several) changes += from.text[index] === text ? 0 : 1
  }
  for (const [answer, chosenFlag] of to.chosen.entries())
    if (to.program.questions[to.program.questionOfAnswer[answer]!]!.type.multiple)
      changes += from.chosen[answer] === chosenFlag ? 0 : 1
  return changes
}

function isMet({ question_id, values, min = 0, max = 9 }: Preference, entries: readonly SelectionInput[]): boolean {
  const selections = entries.find((entry) => entry.question_id === question_id)?.value ?? null
  if (selections === null) return false
  return values ? selections.split(',').some((id) => values.includes(id)) : Number(selections) >= min && Number(selections) <= max
}

function everyValid(program: Program, from: ConfigurationState, request: OptimumRequest): Valid[] {
  const valid: Valid[] = []
  const choose = (index: number, entries: readonly SelectionInput[]): void => {
    if (index === program.questions.length) {
      const { state, automatic } = resumeConfiguration(program, from.context, entries)
      if (automatic.length > 0 || findMissing(state).length > 0) return
      if (
        state.chosen.some(
          (chosenFlag, answer) => chosenFlag === 1 && program.available[answer] === 0 && from.chosen[answer] === 0,
        )
      )
        return
      const { net, recurring, weight } = computeUnitTotals(state)
      const unmet = request.wishes.filter((wishItem) => !isMet(wishItem, entries))
      const cost: Cost = [
        net,
        recurring,
        weight,
        unmet.reduce((sum, unmetWish) => sum + (unmetWish.weight ?? 0), 0),
        changesBetween(from, state),
      ]
      const tooMuch = net > (request.ceilings.net ?? Infinity) || cost[4] > (request.mostChanges ?? Infinity)
      if (!tooMuch && unmet.every((unmetWish) => unmetWish.weight !== null)) valid.push({ cost, entries })
      return
    }
    for (const value of optionsOf(program.source, index))
      choose(index + 1, value === null ? entries : [...entries, { question_id: index + 1, value }])
  }
  choose(0, [])
  return valid
}

const orders = { cheapest: [0, 1, 3, 4], lightest: [2, 0, 1, 3, 4], closest: [3, 0, 1, 4] } as const

function compare(aim: OptimumRequest['aim'], a: Cost, b: Cost): number {
  for (const part of orders[aim]) if (a[part] !== b[part]) return a[part] - b[part]
  return 0
}

/** The answers only: alternatives differ in at least one answer. */
const answersOf = (entries: readonly SelectionInput[]): string =>
  JSON.stringify(entries.filter(({ question_id }) => question_id % 3 !== 0))

/** Whether customers can change from one configuration to the other. */
function isReachable(from: ConfigurationState, to: readonly SelectionInput[]): boolean {
  const spell = (state: ConfigurationState): string => JSON.stringify(currentSelections(state))
  const visited = new Set([spell(from)])
  const waiting = [from]
  const expected = JSON.stringify(to)
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (spell(state) === expected) return true
    for (const { index, id } of state.program.questions) {
      for (const value of optionsOf(state.program.source, index)) {
        const next = state.fork()
        if (changeSelection(next, { question_id: id, value }, true).refused || visited.has(spell(next))) continue
        visited.add(spell(next))
        waiting.push(next)
      }
    }
  }
  return false
}

function check(
  program: Program,
  from: ConfigurationState,
  request: OptimumRequest,
  { configurations, impossible }: OptimumReport,
): void {
  let candidates = everyValid(program, from, request)
  if (impossible) expect(candidates.filter(({ entries }) => isReachable(from, entries))).to.deep.equal([])
  for (const configuration of configurations) {
    const same = candidates.find(({ entries }) => JSON.stringify(entries) === JSON.stringify(configuration.selections))
    expect(same, `valid: ${JSON.stringify(configuration.selections)}`).to.not.equal(undefined)
    expect([configuration.net, configuration.recurring, configuration.weight]).to.deep.equal(same!.cost.slice(0, 3))
    const walked = from.fork()
    for (const entry of configuration.changes) expect(changeSelection(walked, entry, true).refused).to.equal(null)
    expect(currentSelections(walked)).to.deep.equal(configuration.selections)
    if (configuration.proven) {
      const better = candidates.filter(({ cost }) => compare(request.aim, cost, same!.cost) < 0)
      expect(better.filter(({ entries }) => isReachable(from, entries))).to.deep.equal([])
    }
    candidates = candidates.filter(({ entries }) => answersOf(entries) !== answersOf(configuration.selections))
  }
}

function within(milliseconds: number): (share: number) => boolean {
  const from = performance.now()
  return (share) => performance.now() - from > share * milliseconds
}

/** A price is divided by another one that may be null, so it initially has no lower bound. */
const divided: ProductSource = createProductSource({
  baseprice: 10,
  questions: [
    createQuestionSource(1, 'Radiobuttons', { calcmodel: 502 }),
    createQuestionSource(2, 'Radiobuttons'),
    createNumberQuestion(3, 1, 4),
    createQuestionSource(4, 'Radiobuttons', { calcmodel: 601 }),
    createQuestionSource(5, 'Multiselect'),
  ],
  answers: [
    // Never selectable and without a known price, but cheapest in every first estimate.
    createAnswerSource(100, 1, { rules: '[{"type":"Calculation","calculationId":500,"operator":"==","value":0}]' }),
    createAnswerSource(110, 2),
    createAnswerSource(130, 4),
    createAnswerSource(140, 5, { calcmodel: 602 }),
  ],
  calculations: [
    ...priced,
    { id: 500, type: 'formula', formula: { terms: [{ type: 'Number', value: 2 }] } },
    {
      ...{ id: 502, type: 'formula' },
      formula: {
        terms: [
          { type: 'QuestionProperty', questionId: 2, field: 'price' },
          { type: 'Operator', value: '/' },
          { type: 'QuestionProperty', questionId: 4, field: 'price' },
        ],
      },
    },
  ],
})

describe('The optimizer, compared with brute force', () => {
  it('finds the minimum if a price is initially unbounded', async () => {
    const request = requestOf({ aim: 'cheapest', wishes: [], most: null, mostChanges: null, fresh: false, group: null })
    const { configurations } = await optimizeConfiguration(divided, stockTypes, anonymousContext, request, within(10_000))
    expect(configurations[0]).to.deep.include({ selections: [], net: 100_000, proven: true })
    const wish = { question_id: 4, values: ['130'], weight: null }
    const [first] = (
      await optimizeConfiguration(divided, stockTypes, anonymousContext, { ...request, wishes: [wish] }, within(10_000))
    ).configurations
    expect(first).to.deep.include({ net: 145_000, proven: true })
    expect(first!.selections[0]).to.deep.equal({ question_id: 3, value: '3' })
  })

  it('ignores the prices of answers in a question whose price depends on itself', async () => {
    const looped = createProductSource({
      ...{ baseprice: 14, unpriced: 'free' },
      questions: [createQuestionSource(5, 'Multiselect', { required: true })],
      answers: [createAnswerSource(140, 5, { calcmodel: 501 }), createAnswerSource(142, 5, { price: 5 })],
      calculations: [
        { id: 501, type: 'formula', formula: { terms: [{ type: 'QuestionProperty', questionId: 5, field: 'price' }] } },
      ],
    })
    const request = requestOf({ aim: 'lightest', wishes: [], most: null, mostChanges: null, fresh: false, group: null })
    const { configurations } = await optimizeConfiguration(looped, stockTypes, anonymousContext, request, within(10_000))
    expect(configurations.map(({ selections, net }) => [selections[0]!.value, net])).to.deep.equal([
      ['140', 140_000],
      ['142', 140_000],
      ['140,142', 140_000],
    ])
  })

  it('finds and proves the three best configurations of small products', async function () {
    this.timeout(120_000)
    let proven = 0
    let runs = 0
    await fc.assert(
      fc.asyncProperty(product, request, async (source, requestSource) => {
        const request = requestOf(requestSource)
        const shopper = { ...anonymousContext, customerGroupId: requestSource.group }
        const program = compileWithTables(source, stockTypes)
        const from =
          request.from === null
            ? initializeConfiguration(program, shopper).state
            : resumeConfiguration(program, shopper, request.from).state
        const report = await optimizeConfiguration(source, stockTypes, shopper, request, within(10_000))
        check(program, from, request, report)
        runs++
        if (report.impossible || report.configurations[0]?.proven) proven++
      }),
      { numRuns: 30 },
    )
    // The result is unproven only if no changes lead to a better configuration.
    expect(proven / runs).to.be.above(0.7)
  })
})
