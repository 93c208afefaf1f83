// Estimates from random walks: how many valid configurations, which share each answer has, how far that may be off, and dead ends.
import type { Program } from '../program/program.js'
import { heldSelections, unpricedQuestions } from '../program/view.js'
import type { AnswerShare, Estimate, PricedConfiguration, SimulationOptions, SimulationReport } from './simulation.js'
import { unitPrice, walk } from './walk.js'

export interface Ends {
  readonly cheapest: PricedConfiguration | null
  readonly dearest: PricedConfiguration | null
}

export function widen(ends: Ends, amount: number, selections: () => PricedConfiguration['selections']): Ends {
  // Too large to be exact.
  if (Number.isNaN(amount)) return ends
  const price = amount / 10_000
  const cheaper = !ends.cheapest || price < ends.cheapest.price
  const dearer = !ends.dearest || price > ends.dearest.price
  if (!cheaper && !dearer) return ends
  const found = { price, selections: selections() }
  return { cheapest: cheaper ? found : ends.cheapest, dearest: dearer ? found : ends.dearest }
}

export interface Drawn extends Ends {
  readonly shares: Pick<
    SimulationReport,
    'estimate' | 'validConfigurations' | 'countedOnce' | 'answers' | 'deadAnswers' | 'forcedAnswers'
  >
  readonly deadEnds: SimulationReport['deadEnds']
  readonly unpriced: SimulationReport['unpriced']
}

/** Counts of walks by question, the most first. */
function most(counts: ReadonlyMap<number, number>): SimulationReport['unpriced']['at'] {
  return [...counts].map(([question_id, walks]) => ({ question_id, walks })).sort((a, b) => b.walks - a.walks)
}

/** Sums of weights whose logarithms are given; kept in relation to the largest, because weights outgrow every number. */
class Weights {
  /** Logarithm of what the sums are in units of. */
  private unit = Number.NEGATIVE_INFINITY
  private total = 0
  private squares = 0
  private readonly byAnswer: Float64Array
  private readonly squaresByAnswer: Float64Array

  constructor(answers: number) {
    this.byAnswer = new Float64Array(answers)
    this.squaresByAnswer = new Float64Array(answers)
  }

  add(weight: number, chosen: Uint8Array): void {
    if (weight > this.unit) this.rescale(weight)
    const own = Math.exp(weight - this.unit)
    this.total += own
    this.squares += own * own
    for (const [answer, held] of chosen.entries()) {
      if (!held) continue
      this.byAnswer[answer]! += own
      this.squaresByAnswer[answer]! += own * own
    }
  }

  private rescale(unit: number): void {
    const factor = Math.exp(this.unit - unit)
    this.unit = unit
    this.total *= factor
    this.squares *= factor * factor
    for (const [answer, sum] of this.byAnswer.entries()) {
      this.byAnswer[answer] = sum * factor
      this.squaresByAnswer[answer]! *= factor * factor
    }
  }

  /** Logarithm of the mean over so many walks; those that were not added count 0. */
  mean(walks: number): number {
    return this.unit + Math.log(this.total / walks)
  }

  /** Standard error of the mean in relation to it. */
  relativeError(walks: number): number {
    if (walks < 2) return 1
    const mean = this.total / walks
    return Math.sqrt(Math.max(0, this.squares / walks - mean * mean) / (walks - 1)) / mean
  }

  /** The answer's share of the total, with its standard error (that of a ratio of sums). */
  share(answer: number): { readonly share: number; readonly standardError: number } {
    if (this.total === 0) return { share: 0, standardError: 0 }
    const share = this.byAnswer[answer]! / this.total
    const variance = (1 - 2 * share) * this.squaresByAnswer[answer]! + share * share * this.squares
    const places = (value: number): number => Number(value.toFixed(6))
    return { share: places(share), standardError: places(Math.sqrt(Math.max(0, variance)) / this.total) }
  }
}

/** A whole number from its natural logarithm, rounded to so many digits, as text. */
function spelled(logarithm: number, digits: number): string {
  const decimal = logarithm / Math.LN10
  if (decimal < 15) return String(Math.round(Number(Math.exp(logarithm).toPrecision(digits))))
  const exponent = Math.floor(decimal)
  const leading = Math.round(10 ** (decimal - exponent + digits - 1))
  return (BigInt(leading) * 10n ** BigInt(exponent - digits + 1)).toString()
}

function estimateOf(weights: Weights, walks: number, valid: number): Estimate {
  const method = 'weighted-walks'
  if (valid === 0) {
    const message = `Nothing could be estimated: none of ${walks} random walks ended in a valid configuration.`
    return { method, walks, valid, standardError: null, relativeError: null, message }
  }
  const relativeError = Number(weights.relativeError(walks).toPrecision(3))
  const standardError = spelled(weights.mean(walks) + Math.log(Math.max(relativeError, Number.MIN_VALUE)), 2)
  const message =
    `Estimated from ${walks} random walks, of which ${valid} ended in a valid configuration; each is weighed by how unlikely ` +
    `its choices were. The standard error of the number is ${Number((relativeError * 100).toPrecision(2))} %.`
  return { method, walks, valid, standardError, relativeError, message }
}

/** Walks, weighing each by how unlikely it was: that makes the estimates those of uniform draws. */
export function drawWalks(program: Program, options: SimulationOptions): Drawn {
  const { scope, context, walks, random, expired = () => false, walkingExpired = expired, progress = () => {} } = options
  const stuckAt = new Map<number, number>()
  const weights = new Weights(program.answers.length)
  const countedOnce = new Set<number>()
  const unpricedAt = new Map<number, number>()
  let unpriced = 0
  let example: SimulationReport['unpriced']['example'] = null
  let stuck = 0
  let valid = 0
  let done = 0
  let ends: Ends = { cheapest: null, dearest: null }
  for (; done < walks && !expired() && !walkingExpired(); done++) {
    if (done % 100 === 0) progress('walks', done, walks)
    const walked = walk(program, context, scope, random)
    if (walked.stuckAt !== null) {
      stuck++
      stuckAt.set(walked.stuckAt, (stuckAt.get(walked.stuckAt) ?? 0) + 1)
      continue
    }
    if (walked.kept) {
      valid++
      weights.add(walked.weight, walked.state.chosen)
      for (const question of walked.countedOnce) countedOnce.add(question)
    }
    const without = unpricedQuestions(walked.state)
    for (const id of without) unpricedAt.set(id, (unpricedAt.get(id) ?? 0) + 1)
    if (without.length > 0) {
      unpriced++
      example ??= heldSelections(walked.state)
      if (program.source.unpriced !== 'free') continue
    }
    ends = widen(ends, unitPrice(walked.state), () => heldSelections(walked.state))
  }
  progress('walks', done, walks)
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
    ...ends,
    shares: {
      estimate: estimateOf(weights, done, valid),
      validConfigurations: valid === 0 ? null : spelled(weights.mean(done), 3),
      countedOnce: [...countedOnce].sort((a, b) => a - b).map((index) => program.questions[index]!.settings.title),
      answers,
      deadAnswers: [],
      forcedAnswers: [],
    },
    deadEnds: { walks: done, stuck, at: most(stuckAt) },
    unpriced: { walks: unpriced, at: most(unpricedAt), example },
  }
}
