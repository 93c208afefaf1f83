// Simulates a product: the number of valid configurations, the share of each answer, the lowest and highest price, and dead ends.
import { toAmount } from '../money/amount.js'
import { compileWithTables } from '../variant/variant-compiler.js'
import { resumeConfiguration } from '../program/configuration.js'
import type { EvaluationContext } from '../program/evaluation-context.js'
import { measuresPerQuestion, type Program } from '../program/program.js'
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { currentSelections, findMissing } from '../program/configuration-view.js'
import { createProofModel, type ProofModel } from './proof-model.js'
import { createCountingModel, type CountingModel } from './count.js'
import { type WalkResults, runWalks, type PriceRange, extendPriceRange } from './estimate.js'
import { countConfigurations, countValues, findExtremeCost, createSampler } from './diagram-evaluation.js'
import type { PricedConfiguration, SimulationOptions, SimulationReport } from './simulation.js'
import { unitPriceAmount } from './random-walk.js'

type Shares = Pick<
  SimulationReport,
  'estimate' | 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'
>
type Prices = Pick<SimulationReport, 'cheapest' | 'dearest' | 'pricesExact'>

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
