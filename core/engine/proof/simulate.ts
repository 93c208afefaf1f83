// Simulates a product: how many valid configurations there are, which share each answer has, the cheapest and dearest, the dead ends.
import { toAmount } from '../money/amount.js'
import { compile } from '../program/compile.js'
import { resume } from '../program/configure.js'
import type { EvaluationContext } from '../program/context.js'
import { figuresPerQuestion, type Program } from '../program/program.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { heldSelections, missing, unpricedQuestions } from '../program/view.js'
import { abstract, type Abstraction } from './abstract.js'
import { countable, type Counting, type Scope } from './count.js'
import { countConfigurations, countValues, extreme, sampler } from './measure.js'
import { unitPrice, walk } from './walk.js'

export interface SimulationOptions {
  readonly scope: Scope
  readonly context: EvaluationContext
  /** Random walks, for dead ends and, where nothing can be counted, for everything else. */
  readonly walks: number
  /** Numbers in [0, 1). */
  readonly random: () => number
  /** True ends the work with what there is. */
  readonly expired?: () => boolean
  readonly progress?: (done: number, of: number) => void
  /** Bound of the decision diagram; 200,000 if left out. */
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
}

export interface SimulationReport {
  readonly scope: Scope
  /** True where count and shares are exact; false where they are estimated from walks. */
  readonly exact: boolean
  /** Why not: calculations or groups take part in rules, or the budget ended. Absent where exact. */
  readonly because?: 'outside' | 'budget'
  /** A whole number as text; an estimate of three digits where not exact; null where no walk found a valid one. */
  readonly validConfigurations: string | null
  /** Titles of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly string[]
  /** The share of valid configurations that hold the answer. */
  readonly answers: readonly AnswerShare[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
  /** True where no valid configuration is cheaper or dearer; false: none of those that were drawn. */
  readonly pricesExact: boolean
  /** Of the random walks in page order, how many got stuck, and at which required questions. */
  readonly deadEnds: {
    readonly walks: number
    readonly stuck: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
  }
  /** Of the random walks that did not get stuck, how many ended without a price, at which questions, and one of them. */
  readonly unpriced: {
    readonly walks: number
    readonly at: readonly { readonly question_id: number; readonly walks: number }[]
    readonly example: PricedConfiguration['selections'] | null
  }
}

type Unpriced = SimulationReport['unpriced']
type Shares = Pick<SimulationReport, 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'>
type Prices = Pick<SimulationReport, 'cheapest' | 'dearest' | 'pricesExact'>

/** Makes the report. Long for large products: `progress` hears of every hundredth walk. */
export function simulate(source: ProductSource, types: EngineTypes, options: SimulationOptions): SimulationReport {
  const { scope, context, walks, random, expired = () => false, progress = () => {}, nodes = 200_000 } = options
  const model = abstract(source, types)
  const program = compile(source, types)
  const counting = countable(model, scope, { nodes, expired })
  const drawn = drawWalks(program, context, scope, walks, random, expired, progress)
  const { deadEnds, unpriced } = drawn
  if (typeof counting === 'string') {
    const { cheapest, dearest } = drawn
    return { scope, exact: false, because: counting, ...drawn.shares, cheapest, dearest, pricesExact: false, deadEnds, unpriced }
  }
  const prices = isAdditive(program, context)
    ? exactPrices(program, model, counting, context)
    : sampledPrices(program, model, counting, options, drawn)
  return { scope, exact: true, ...exactShares(model, counting), ...prices, deadEnds, unpriced }
}

function exactShares(model: Abstraction, counting: Counting): Shares {
  const total = countConfigurations(counting.diagram, counting.weights)
  const counts = countValues(counting.diagram, counting.weights)
  const taking = new Set(counting.subjects)
  const answers = model.questions.flatMap((question) =>
    question.answers
      .filter((answer) => taking.has(answer.subject))
      .map((answer) => ({ question, answer, count: counts[answer.subject]![answer.value]! })),
  )
  return {
    validConfigurations: total.toString(),
    countedOnce: counting.countedOnce,
    answers: answers.map(({ question, answer, count }) => ({
      ...{ question_id: question.id, question: question.title, answer_id: answer.id, answer: answer.title },
      share: ratio(count, total),
    })),
    deadAnswers: answers.filter(({ count }) => count === 0n).map(({ answer }) => answer.id),
    forcedAnswers: total === 0n ? [] : answers.filter(({ count }) => count === total).map(({ answer }) => answer.id),
  }
}

/** The quotient to six places. */
function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 1_000_000
}

/** Whether a configuration's price is the base price and a fixed price for each answer. */
function isAdditive(program: Program, context: EvaluationContext): boolean {
  const group = program.group(context.customerGroupId)
  const priced = program.questions.some((_, question) => program.figureCalculation[question * figuresPerQuestion]! >= 0)
  return !priced && !group.answerPriceCalculation.some((node) => node >= 0)
}

function exactPrices(program: Program, model: Abstraction, counting: Counting, context: EvaluationContext): Prices {
  const group = program.group(context.customerGroupId)
  const costs = new Map<string, number>()
  for (const question of model.questions) {
    for (const { id, subject, value } of question.answers) {
      costs.set(`${subject}:${value}`, toAmount(group.answerPrice[program.answerIndex.get(id)!]!))
    }
  }
  const end = (sign: 1 | -1): PricedConfiguration | null => {
    const found = extreme(
      counting.diagram,
      counting.subjects,
      (subject, value) => costs.get(`${subject}:${value}`) ?? 0,
      model.sizes,
      sign,
    )
    return found && { price: (toAmount(group.basePrice) + found.cost) / 10_000, selections: selectionsOf(model, found.values) }
  }
  return { cheapest: end(1), dearest: end(-1), pricesExact: true }
}

/** The selections that subjects' values stand for; texts that no rule names are left out. `random` picks among numbers. */
function selectionsOf(
  model: Abstraction,
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

/** Prices of uniformly drawn valid configurations, and of those that the walks found. */
function sampledPrices(
  program: Program,
  model: Abstraction,
  counting: Counting,
  options: SimulationOptions,
  drawn: Drawn,
): Prices {
  const draw = sampler(counting.diagram, counting.weights)
  let ends: Ends = drawn
  if (draw === null) return { ...ends, pricesExact: false }
  for (let i = 0; i < options.walks && !options.expired?.(); i++) {
    const { state } = resume(program, options.context, selectionsOf(model, draw(options.random), options.random))
    // Limits that are calculated are not part of the diagram: a draw outside of them is no valid configuration.
    if (missing(state).length > 0) continue
    ends = widen(ends, unitPrice(state), () => heldSelections(state))
  }
  return { cheapest: ends.cheapest, dearest: ends.dearest, pricesExact: false }
}

interface Ends {
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
}

function widen(ends: Ends, amount: number, selections: () => PricedConfiguration['selections']): Ends {
  const price = amount / 10_000
  const cheaper = !ends.cheapest || price < ends.cheapest.price
  const dearer = !ends.dearest || price > ends.dearest.price
  if (!cheaper && !dearer) return ends
  const found = { price, selections: selections() }
  return { cheapest: cheaper ? found : ends.cheapest, dearest: dearer ? found : ends.dearest }
}

interface Drawn extends Ends {
  readonly shares: Shares
  readonly deadEnds: SimulationReport['deadEnds']
  readonly unpriced: Unpriced
}

/** Counts of walks by question, the most first. */
function most(counts: ReadonlyMap<number, number>): Unpriced['at'] {
  return [...counts].map(([question_id, count]) => ({ question_id, walks: count })).sort((a, b) => b.walks - a.walks)
}

/** Walks, weighing each by how unlikely it was: that makes the estimates those of uniform draws (Knuth 1975). */
function drawWalks(
  program: Program,
  context: EvaluationContext,
  scope: Scope,
  walks: number,
  random: () => number,
  expired: () => boolean,
  progress: (done: number, of: number) => void,
): Drawn {
  const stuckAt = new Map<number, number>()
  const weights = new Float64Array(program.answers.length)
  let total = 0
  let stuck = 0
  let done = 0
  const unpricedAt = new Map<number, number>()
  let unpriced = 0
  let example: Unpriced['example'] = null
  let ends: Ends = { cheapest: null, dearest: null }
  for (; done < walks && !expired(); done++) {
    if (done % 100 === 0) progress(done, walks)
    const walked = walk(program, context, scope, random)
    if (walked.stuckAt !== null) {
      stuck++
      stuckAt.set(walked.stuckAt, (stuckAt.get(walked.stuckAt) ?? 0) + 1)
      continue
    }
    const weight = 1 / walked.probability
    total += weight
    for (const [answer, chosen] of walked.state.chosen.entries()) if (chosen) weights[answer]! += weight
    const without = unpricedQuestions(walked.state)
    for (const id of without) unpricedAt.set(id, (unpricedAt.get(id) ?? 0) + 1)
    if (without.length > 0) {
      unpriced++
      example ??= heldSelections(walked.state)
      if (program.source.unpriced !== 'free') continue
    }
    ends = widen(ends, unitPrice(walked.state), () => heldSelections(walked.state))
  }
  progress(done, walks)
  const answers = program.answers.map((answer, index) => ({
    question_id: answer.question_id,
    question: program.questions[program.questionOfAnswer[index]!]!.settings.title,
    answer_id: answer.id,
    answer: answer.title ?? String(answer.id),
    share: total === 0 ? 0 : Number((weights[index]! / total).toFixed(6)),
  }))
  const estimate = total === 0 ? null : Math.round(Number((total / done).toPrecision(3)))
  return {
    ...ends,
    shares: {
      validConfigurations: estimate === null ? null : BigInt(estimate).toString(),
      countedOnce: [],
      answers,
      deadAnswers: [],
      forcedAnswers: [],
    },
    deadEnds: {
      walks: done,
      stuck,
      at: most(stuckAt),
    },
    unpriced: { walks: unpriced, at: most(unpricedAt), example },
  }
}
