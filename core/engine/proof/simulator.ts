// Simulates a product: the number of valid configurations, the share of each answer, the lowest and highest price, and dead ends.
import { createMessage, type Message } from '../../foundation/message.js'
import { toAmount } from '../money/amount.js'
import { compileWithTables } from '../variant/variant-compiler.js'
import { resumeConfiguration, currentSelections, findMissing, unpricedQuestions } from '../program/configuration.js'
import { type EvaluationContext, measuresPerQuestion, type Program } from '../program/program.js'
import type { ProductSource, EngineTypes } from '../program/source.js'
import { createProofModel, type ProofModel } from './proof-model.js'
import {
  createCountingModel,
  type CountingModel,
  countConfigurations,
  countValues,
  findExtremeCost,
  createSampler,
  type CountScope,
} from './diagram.js'
import { unitPriceAmount, runWalk } from './random-walk.js'

/** The method and the accuracy of an estimate. */
export interface Estimate {
  /** Random walks, each weighted by the inverse of its probability, which is equivalent to uniform sampling (Knuth, 1975). */
  readonly method: 'weighted-walks'
  readonly walks: number
  /** The number of walks that ended in a valid configuration. Only they contribute to the estimate. */
  readonly valid: number
  /** Standard error of the number of valid configurations, with two digits. Null if no walk found one. */
  readonly standardError: string | null
  /** Standard error relative to the estimate. Near or above 1, the estimate is only an order of magnitude. */
  readonly relativeError: number | null
  /** The same as text. */
  readonly message: Message
}

/** The options and the report of a simulation. */
export interface SimulationOptions {
  readonly scope: CountScope
  readonly context: EvaluationContext
  /** Number of random walks. They find dead ends and are the basis of all estimates. */
  readonly walks: number
  /** Random numbers in [0, 1). */
  readonly random: () => number
  /** True stops the simulation; the report contains the results so far. */
  readonly expired?: () => boolean
  /** True stops the exact count, to leave time for the walks. */
  readonly countingExpired?: () => boolean
  /** True stops the walks, to leave time for the prices. */
  readonly walkingExpired?: () => boolean
  readonly progress?: (stage: 'counting' | 'walks', done: number, of: number) => void
  /** Maximum number of nodes of the decision diagram. Default 200,000. */
  readonly nodes?: number
}

export interface PricedConfiguration {
  /** Net unit price in the base currency. */
  readonly price: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

export interface AnswerShare {
  readonly question_id: number
  readonly question: string
  readonly answer_id: number
  readonly answer: string
  readonly share: number
  /** Only for estimated shares. */
  readonly standardError?: number
}

export interface SimulationReport {
  readonly scope: CountScope
  /** True if counts and shares are exact, false if they are estimated. */
  readonly exact: boolean
  /** The reason for an estimate: rules read calculations or customer groups, or the budget is used up. Absent if exact. */
  readonly because?: 'outside' | 'budget'
  /** The method and accuracy of the estimate. Absent if exact. */
  readonly estimate?: Estimate
  /** An integer as text. Three significant digits if estimated. Null if no walk found a valid configuration. */
  readonly validConfigurations: string | null
  /** Titles of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly string[]
  /** The share of valid configurations that contain each answer. */
  readonly answers: readonly AnswerShare[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
  /** True if the prices are the exact minimum and maximum, false if they come from samples. */
  readonly pricesExact: boolean
  /** The number of random walks in page order, how many ended in a dead end, and at which required questions. */
  readonly deadEnds: {
    readonly walks: number
    readonly stuck: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
  }
  /** The walks that reached the end without a price: their number, the questions, and an example. */
  readonly unpriced: {
    readonly walks: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
    readonly example: PricedConfiguration['selections'] | null
  }
}

// The random number generator of simulations. The same seed gives the same walks.

/** Random numbers in [0, 1) from a seed: a 32-bit linear congruential generator with mixed high bits. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x45d9f3b) >>> 0
    mixed ^= mixed >>> 16
    return (mixed >>> 0) / 4_294_967_296
  }
}

type Shares = Pick<
  SimulationReport,
  'estimate' | 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'
>
type Prices = Pick<SimulationReport, 'cheapest' | 'dearest' | 'pricesExact'>

// Estimates from random walks: the number of valid configurations, the share of each answer, the standard errors, and dead ends.

interface PriceRange {
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
}

function extendPriceRange(range: PriceRange, amount: number, selections: () => PricedConfiguration['selections']): PriceRange {
  // The price is too large to be exact.
  if (Number.isNaN(amount)) return range
  const price = amount / 10_000
  const cheaper = !range.cheapest || price < range.cheapest.price
  const dearer = !range.dearest || price > range.dearest.price
  if (!cheaper && !dearer) return range
  const configuration = { price, selections: selections() }
  return { cheapest: cheaper ? configuration : range.cheapest, dearest: dearer ? configuration : range.dearest }
}

interface WalkResults extends PriceRange {
  readonly shares: Pick<
    SimulationReport,
    'estimate' | 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'
  >
  readonly deadEnds: SimulationReport['deadEnds']
  readonly unpriced: SimulationReport['unpriced']
}

/** Numbers of walks by question, in descending order. */
function sortedCounts(counts: ReadonlyMap<number, number>): SimulationReport['unpriced']['at'] {
  return [...counts].map(([question_id, walks]) => ({ question_id, walks })).sort((a, b) => b.walks - a.walks)
}

/** Sums of weights given as logarithms. Stored relative to the largest weight, because weights exceed the range of numbers. */
class Weights {
  /** Logarithm of the unit of all sums. */
  private unit = Number.NEGATIVE_INFINITY
  private total = 0
  private squareSum = 0
  private readonly byAnswer: Float64Array
  private readonly squaresByAnswer: Float64Array

  constructor(answers: number) {
    this.byAnswer = new Float64Array(answers)
    this.squaresByAnswer = new Float64Array(answers)
  }

  add(weight: number, chosen: Uint8Array): void {
    if (weight > this.unit) this.rescale(weight)
    const relative = Math.exp(weight - this.unit)
    this.total += relative
    this.squareSum += relative * relative
    for (const [answer, isSelected] of chosen.entries()) {
      if (!isSelected) continue
      this.byAnswer[answer]! += relative
      this.squaresByAnswer[answer]! += relative * relative
    }
  }

  private rescale(unit: number): void {
    const factor = Math.exp(this.unit - unit)
    this.unit = unit
    this.total *= factor
    this.squareSum *= factor * factor
    for (const [answer, sum] of this.byAnswer.entries()) {
      this.byAnswer[answer] = sum * factor
      this.squaresByAnswer[answer]! *= factor * factor
    }
  }

  /** Logarithm of the mean over the given number of walks. Walks without weight count as 0. */
  mean(walks: number): number {
    return this.unit + Math.log(this.total / walks)
  }

  /** Standard error of the mean, relative to the mean. */
  relativeError(walks: number): number {
    if (walks < 2) return 1
    const mean = this.total / walks
    return Math.sqrt(Math.max(0, this.squareSum / walks - mean * mean) / (walks - 1)) / mean
  }

  /** The answer's share of the total, with the standard error of a ratio of sums. */
  share(answer: number): { readonly share: number; readonly standardError: number } {
    if (this.total === 0) return { share: 0, standardError: 0 }
    const share = this.byAnswer[answer]! / this.total
    const variance = (1 - 2 * share) * this.squaresByAnswer[answer]! + share * share * this.squareSum
    const roundShare = (value: number): number => Number(value.toFixed(6))
    return { share: roundShare(share), standardError: roundShare(Math.sqrt(Math.max(0, variance)) / this.total) }
  }
}

/** An integer from its natural logarithm, rounded to the given number of digits, as text. */
function formatEstimate(logarithm: number, digits: number): string {
  const decimal = logarithm / Math.LN10
  if (decimal < 15) return String(Math.round(Number(Math.exp(logarithm).toPrecision(digits))))
  const exponent = Math.floor(decimal)
  const leading = Math.round(10 ** (decimal - exponent + digits - 1))
  return (BigInt(leading) * 10n ** BigInt(exponent - digits + 1)).toString()
}

function toEstimate(weights: Weights, walks: number, valid: number): Estimate {
  const method = 'weighted-walks'
  if (valid === 0) {
    const message = createMessage('results.noEstimate', { walks })
    return { method, walks, valid, standardError: null, relativeError: null, message }
  }
  const relativeError = Number(weights.relativeError(walks).toPrecision(3))
  const standardError = formatEstimate(weights.mean(walks) + Math.log(Math.max(relativeError, Number.MIN_VALUE)), 2)
  const error = Number((relativeError * 100).toPrecision(2))
  const message = createMessage('results.estimate', { walks, valid, error })
  return { method, walks, valid, standardError, relativeError, message }
}

/** Walks at random and weights each walk by the inverse of its probability, so estimates are equivalent to uniform sampling. */
function runWalks(program: Program, options: SimulationOptions): WalkResults {
  const { scope, context, walks, random, expired = () => false, walkingExpired = expired, progress = () => {} } = options
  const stuckAt = new Map<number, number>()
  const weights = new Weights(program.answers.length)
  const unweighted = new Set<number>()
  const unpricedAt = new Map<number, number>()
  let unpriced = 0
  let example: SimulationReport['unpriced']['example'] = null
  let stuckCount = 0
  let valid = 0
  let completed = 0
  let range: PriceRange = { cheapest: null, dearest: null }
  for (; completed < walks && !expired() && !walkingExpired(); completed++) {
    if (completed % 100 === 0) progress('walks', completed, walks)
    const result = runWalk(program, context, scope, random)
    if (result.stuckAt !== null) {
      stuckCount++
      stuckAt.set(result.stuckAt, (stuckAt.get(result.stuckAt) ?? 0) + 1)
      continue
    }
    if (result.isUnchanged) {
      valid++
      weights.add(result.weight, result.state.chosen)
      for (const question of result.countedOnce) unweighted.add(question)
    }
    const unpricedIds = unpricedQuestions(result.state)
    for (const id of unpricedIds) unpricedAt.set(id, (unpricedAt.get(id) ?? 0) + 1)
    if (unpricedIds.length > 0) {
      unpriced++
      example ??= currentSelections(result.state)
      if (program.source.unpriced !== 'free') continue
    }
    range = extendPriceRange(range, unitPriceAmount(result.state), () => currentSelections(result.state))
  }
  progress('walks', completed, walks)
  const answers = program.answers.map(
    (answer, index): AnswerShare => ({
      question_id: answer.question_id,
      question: program.questions[program.questionOfAnswer[index]!]!.settings.title,
      answer_id: answer.id,
      answer: answer.title ?? String(answer.id),
      ...weights.share(index),
    }),
  )
  return {
    ...range,
    shares: {
      estimate: toEstimate(weights, completed, valid),
      validConfigurations: valid === 0 ? null : formatEstimate(weights.mean(completed), 3),
      countedOnce: [...unweighted].sort((a, b) => a - b).map((index) => program.questions[index]!.settings.title),
      answers,
      deadAnswers: [],
      forcedAnswers: [],
    },
    deadEnds: { walks: completed, stuck: stuckCount, at: sortedCounts(stuckAt) },
    unpriced: { walks: unpriced, at: sortedCounts(unpricedAt), example },
  }
}

/** Creates the report. Slow for large products; `progress` is called every 100 walks. */
export function runSimulation(source: ProductSource, types: EngineTypes, options: SimulationOptions): SimulationReport {
  const { scope, context, expired = () => false, countingExpired = expired, progress = () => {}, nodes = 200_000 } = options
  const model = createProofModel(source, types)
  const program = compileWithTables(source, types)
  progress('counting', 0, 1)
  const counting = createCountingModel(model, scope, { nodes, expired: () => expired() || countingExpired() })
  const walkResult = runWalks(program, options)
  const { deadEnds, unpriced } = walkResult
  if (typeof counting === 'string') {
    const { cheapest, dearest } = walkResult
    return {
      scope,
      exact: false,
      because: counting,
      ...walkResult.shares,
      cheapest,
      dearest,
      pricesExact: false,
      deadEnds,
      unpriced,
    }
  }
  const prices = isAdditive(program, context)
    ? exactPrices(program, model, counting, context)
    : sampledPrices(program, model, counting, options, walkResult)
  return { scope, exact: true, ...exactShares(model, counting), ...prices, deadEnds, unpriced }
}

function exactShares(model: ProofModel, counting: CountingModel): Shares {
  const total = countConfigurations(counting.diagram, counting.weights)
  const counts = countValues(counting.diagram, counting.weights)
  const subjects = new Set(counting.subjects)
  const answers = model.questions.flatMap((question) =>
    question.answers
      .filter((answer) => subjects.has(answer.subject))
      .map((answer) => ({ question, answer, count: counts[answer.subject]![answer.value]! })),
  )
  return {
    validConfigurations: total.toString(),
    countedOnce: counting.countedOnce,
    answers: answers.map(({ question, answer, count }) => ({
      question_id: question.id,
      question: question.title,
      answer_id: answer.id,
      answer: answer.title,
      share: ratio(count, total),
    })),
    deadAnswers: answers.filter(({ count }) => count === 0n).map(({ answer }) => answer.id),
    forcedAnswers: total === 0n ? [] : answers.filter(({ count }) => count === total).map(({ answer }) => answer.id),
  }
}

/** The quotient with six decimal places. */
function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 1_000_000
}

/** Whether the price of a configuration is the base price plus a fixed price per answer. */
function isAdditive(program: Program, context: EvaluationContext): boolean {
  const group = program.group(context.customerGroupId)
  const hasCalculations = program.questions.some((_, question) => program.figureCalculation[question * measuresPerQuestion]! >= 0)
  return !hasCalculations && !group.answerPriceCalculation.some((node) => node >= 0)
}

function exactPrices(program: Program, model: ProofModel, counting: CountingModel, context: EvaluationContext): Prices {
  const group = program.group(context.customerGroupId)
  const costs = new Map<string, number>()
  for (const question of model.questions) {
    for (const { id, subject, value } of question.answers) {
      costs.set(`${subject}:${value}`, toAmount(group.answerPrice[program.answerIndex.get(id)!]!))
    }
  }
  const findExtreme = (sign: 1 | -1): PricedConfiguration | null => {
    const extremePrice = findExtremeCost(
      counting.diagram,
      counting.subjects,
      (subject, value) => costs.get(`${subject}:${value}`) ?? 0,
      model.sizes,
      sign,
    )
    return (
      extremePrice && {
        price: (toAmount(group.basePrice) + extremePrice.cost) / 10_000,
        selections: selectionsOf(model, extremePrice.values),
      }
    )
  }
  return { cheapest: findExtreme(1), dearest: findExtreme(-1), pricesExact: true }
}

/** The selections of a valuation. Texts that no rule names are omitted. `random` chooses numbers within a span. */
function selectionsOf(
  model: ProofModel,
  values: ReadonlyMap<number, number>,
  random = (): number => 0,
): { question_id: number; value: string }[] {
  return model.questions.flatMap((question) => {
    const ids = question.answers.filter((answer) => values.get(answer.subject) === answer.value).map((answer) => answer.id)
    if (ids.length > 0) return [{ question_id: question.id, value: ids.sort((a, b) => a - b).join(',') }]
    if (question.takesAnswers) return []
    const subject = question.subjects[0]!
    const entry = model.exampleOf(subject, values.get(subject) ?? 0, random)
    return entry === null ? [] : [{ question_id: question.id, value: entry }]
  })
}

/** Prices of uniformly sampled valid configurations, and of the configurations from the random walks. */
function sampledPrices(
  program: Program,
  model: ProofModel,
  counting: CountingModel,
  options: SimulationOptions,
  walkResult: WalkResults,
): Prices {
  const sample = createSampler(counting.diagram, counting.weights)
  let range: PriceRange = walkResult
  if (sample === null) return { ...range, pricesExact: false }
  for (let i = 0; i < options.walks && !options.expired?.(); i++) {
    const { state } = resumeConfiguration(program, options.context, selectionsOf(model, sample(options.random), options.random))
    // Calculated limits are not part of the diagram. Samples outside such limits are not valid.
    if (findMissing(state).length > 0) continue
    range = extendPriceRange(range, unitPriceAmount(state), () => currentSelections(state))
  }
  return { cheapest: range.cheapest, dearest: range.dearest, pricesExact: false }
}
