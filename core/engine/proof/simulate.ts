// Simulates a product: how many valid configurations there are, which share each answer has, the cheapest and dearest, the dead ends.
import { toAmount } from '../money/amount.js'
import { compileWithTables } from '../variant/compile.js'
import { resume } from '../program/configure.js'
import type { EvaluationContext } from '../program/context.js'
import { figuresPerQuestion, type Program } from '../program/program.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { heldSelections, missing } from '../program/view.js'
import { abstract, type Abstraction } from './abstract.js'
import { countable, type Counting } from './count.js'
import { type Drawn, drawWalks, type Ends, widen } from './estimate.js'
import { countConfigurations, countValues, extreme, sampler } from './measure.js'
import type { PricedConfiguration, SimulationOptions, SimulationReport } from './simulation.js'
import { unitPrice } from './walk.js'

type Shares = Pick<
  SimulationReport,
  'estimate' | 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'
>
type Prices = Pick<SimulationReport, 'cheapest' | 'dearest' | 'pricesExact'>

/** Makes the report. Long for large products: `progress` hears of every hundredth walk. */
export function simulate(source: ProductSource, types: EngineTypes, options: SimulationOptions): SimulationReport {
  const { scope, context, expired = () => false, countingExpired = expired, progress = () => {}, nodes = 200_000 } = options
  const model = abstract(source, types)
  const program = compileWithTables(source, types)
  progress('counting', 0, 1)
  const counting = countable(model, scope, { nodes, expired: () => expired() || countingExpired() })
  const drawn = drawWalks(program, options)
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
