// Compares the optimizer with exact counting and with random search on larger products.
import { expect } from 'chai'
import { toAmount } from '../../../../core/engine/money/amount.js'
import { optimizeConfiguration } from '../../../../core/engine/optimum/optimizer.js'
import { type OptimumReport, type OptimumRequest, type Preference } from '../../../../core/engine/optimum/optimum-request.js'
import type { AnswerSource, ProductSource } from '../../../../core/engine/program/source.js'
import { runSimulation, type SimulationReport } from '../../../../core/engine/proof/simulator.js'
import {
  createNumberQuestion,
  anonymousContext,
  createAnswerSource,
  convertOracle,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'
import { readOracleFile, readOracleProduct } from '../../../oracle/oracle-product.js'

const cheapest: OptimumRequest = {
  ...{ aim: 'cheapest', from: null, wishes: [], mostChanges: null, alternatives: 0, ties: false },
  ceilings: { net: null, recurring: null, weight: null },
}

/** Random numbers in [0, 1) from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Every answer has its own price and every question is required, so an empty configuration is not the cheapest. */
function priced(folder: string): ProductSource {
  const { source } = convertOracle(readOracleProduct(folder))
  const random = randomFrom(folder.length * 7_919)
  return { ...source, answers: source.answers.map((answer) => ({ ...answer, price: Math.floor(random() * 400) / 4 - 5 })) }
}

const find = (source: ProductSource, request: OptimumRequest = cheapest): Promise<OptimumReport> => {
  const from = performance.now()
  return optimizeConfiguration(
    source,
    stockTypes,
    anonymousContext,
    request,
    (share) => performance.now() - from > share * 20_000,
  )
}

function searched(source: ProductSource, scope: 'all' | 'required', walks: number): SimulationReport {
  return runSimulation(source, stockTypes, { scope, context: anonymousContext, walks, random: randomFrom(4) })
}

interface Listed {
  readonly source: ProductSource
  /** The answers of each valid configuration. */
  readonly rows: readonly (readonly AnswerSource[])[]
}

/** A product with an external list of all configurations, with prices for two groups. Other answers are free. */
function listed(folder: string, random: () => number): Listed {
  const { source, ids } = convertOracle(readOracleProduct(folder))
  const rows = readOracleFile(folder, 'configurations.json') as readonly (readonly string[])[]
  const listed = new Set(rows.flat().map((symbol) => ids.get(symbol)!))
  const price = (): number => Math.floor(random() * 400) / 4
  const answers = source.answers.map((answer) => ({
    ...answer,
    price: listed.has(answer.id) ? price() : 0,
    price_overrides: listed.has(answer.id)
      ? [1, 2].filter(() => random() < 0.7).map((group) => ({ customer_group_id: group, price: price() }))
      : [],
  }))
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return { source: { ...source, answers }, rows: rows.map((row) => row.map((symbol) => byId.get(ids.get(symbol)!)!)) }
}

const priceFor = ({ price, price_overrides }: AnswerSource, group: number | null): number =>
  price_overrides.find(({ customer_group_id }) => customer_group_id === group)?.price ?? price ?? 0

describe('The optimizer, on products with a list of all configurations', () => {
  for (const folder of ['car-pl', 'dell-laptop'])
    it(`finds the best configuration of ${folder} for every group, preference and ceiling`, async function () {
      this.timeout(120_000)
      const random = randomFrom(folder.length * 4_241)
      const { source, rows } = listed(folder, random)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
      const base = source.baseprice
      let impossible = 0
      for (let round = 0; round < 16; round++) {
        const group = pick([null, 1, 2])
        const net = (row: readonly AnswerSource[]): number => row.reduce((sum, answer) => sum + priceFor(answer, group), base)
        const wishes = Array.from({ length: round % 4 }, (_, at): Preference => {
          const { question_id, id } = pick(pick(rows))
          return { question_id, values: [String(id)], weight: at === 0 && round % 3 === 0 ? null : 1 + Math.floor(random() * 3) }
        })
        const unmet = (row: readonly AnswerSource[], own = wishes): readonly Preference[] =>
          own.filter(({ values }) => !row.some(({ id }) => values!.includes(String(id))))
        const ceiling = round % 2 === 0 ? null : net(pick(rows))
        const aim = wishes.length === 0 ? 'cheapest' : 'closest'
        const remaining = rows.filter(
          (row) => net(row) <= (ceiling ?? Infinity) && unmet(row).every(({ weight }) => weight !== null),
        )
        const ceilings = { net: ceiling === null ? null : toAmount(ceiling), recurring: null, weight: null }
        const from = performance.now()
        const request = { ...cheapest, aim, wishes, ceilings, ties: true } as const
        const context = { ...anonymousContext, customerGroupId: group }
        const late = (share: number): boolean => performance.now() - from > share * 20_000
        const report = await optimizeConfiguration(source, stockTypes, context, request, late)
        expect(report.impossible).to.equal(remaining.length === 0)
        if (report.impossible) impossible++
        if (remaining.length === 0) continue
        const [best] = report.configurations
        expect(best!.proven).to.equal(true)
        const weigh = (own: readonly Preference[]): number => own.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
        const least = Math.min(...remaining.map((row) => weigh(unmet(row))))
        expect(weigh(best!.unmet.map((place) => wishes[place]!))).to.equal(least)
        const cheap = Math.min(...remaining.filter((row) => weigh(unmet(row)) === least).map(net))
        expect(best!.net).to.equal(toAmount(cheap))
      }
      expect(impossible).to.be.below(12)
    })
})

describe('The optimizer, on larger products', () => {
  for (const folder of ['dell-laptop', 'car-pl', 'car-selection']) {
    it(`finds the same minimum as exact counting for ${folder}`, async function () {
      this.timeout(60_000)
      const source = priced(folder)
      const { configurations, bound } = await find(source)
      const { cheapest: exact, pricesExact } = searched(source, 'all', 50)
      expect(configurations[0]!.proven).to.equal(true)
      expect(bound).to.equal(configurations[0]!.net)
      if (pricesExact) expect(configurations[0]!.net / 10_000).to.equal(exact!.price)
      else expect(configurations[0]!.net / 10_000).to.be.at.most(exact!.price)
    })
  }

  it('beats random search on 219 questions and returns a valid bound', async function () {
    this.timeout(60_000)
    const source = priced('electronic-shopping')
    const { configurations, bound } = await find(source)
    const { cheapest: sampled } = searched(source, 'required', 60)
    expect(configurations[0]!.net / 10_000).to.be.at.most(sampled!.price)
    expect(bound).to.be.at.most(configurations[0]!.net)
  })

  it('finds the exact minimum of a price over ranges of numbers', async () => {
    // The minimum is inside the range, not at its limits: area price plus a surcharge for narrow products.
    const source = createProductSource({
      baseprice: 10,
      questions: [
        createNumberQuestion(1, 300, 3_000, { required: true, calcmodel: 500 }),
        createNumberQuestion(2, 300, 2_000, { required: true }),
        createQuestionSource(3, 'Radiobuttons', { required: true }),
      ],
      answers: [createAnswerSource(31, 3, { price: 9 }), createAnswerSource(32, 3, { price: 5 })],
      calculations: [
        {
          ...{ id: 500, type: 'code' },
          code: {
            code: 'A * B / 10000 + ( A > 1000 ? 0 : 1000 - A )',
            ...{ question_id_a: 1, question_id_b: 2, question_id_c: null, question_id_d: null },
          },
        },
      ],
    })
    let least = Number.POSITIVE_INFINITY
    for (let width = 300; width <= 3_000; width++) least = Math.min(least, (width * 300) / 10_000 + Math.max(0, 1_000 - width))
    const { configurations } = await find(source)
    expect(configurations[0]).to.deep.include({ proven: true, net: Math.round((10 + least + 5) * 10_000) })
    const { net } = configurations[0]!
    const within = await find(source, { ...cheapest, wishes: [{ question_id: 1, min: 400, max: 600, weight: null }] })
    expect(within.configurations[0]!.selections[0]).to.deep.equal({ question_id: 1, value: '600' })
    expect(within.configurations[0]!.net).to.be.above(net)
    const tooCheap = { ...cheapest, ceilings: { net: net - 1, recurring: null, weight: null } }
    const report = await find(source, tooCheap)
    expect(report.configurations).to.deep.equal([])
    expect(report.impossible).to.equal(true)
  })
})
