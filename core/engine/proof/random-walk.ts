// Simulates a customer with random choices: the resulting configuration, its probability, and dead ends. Weighs many walks to an estimate.
import { Refusal } from '../../foundation/property/kind.js'
import { toAmount } from '../money/amount.js'
import { changeSelection, openConfiguration } from '../program/configuration.js'
import type { EvaluationContext, CompiledQuestion, Program } from '../program/program.js'
import { validateSelection, currentLimits } from '../program/settlement.js'
import type { ConfigurationState } from '../program/state.js'
import type { CountScope } from './diagram-count.js'
import { createMessage, type Message } from '../../foundation/message.js'

interface RandomWalk {
  readonly state: ConfigurationState
  /** Natural logarithm of the inverse probability of the choices. */
  readonly weight: number
  /** The id of a required question that applies but has no available answer or accepted entry. Null if there is none. */
  readonly stuckAt: number | null
  /** False if a later choice changed an earlier one. The resulting configuration then belongs to another walk. */
  readonly isUnchanged: boolean
  /** Indexes of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly number[]
}

/** The selection of a question and the number of choices. Null = no selection. */
interface Choice {
  readonly value: string | null
  readonly of: number
}

/** Sample entries for questions without answers, in addition to their default. */
const samples = ['1', '10', '100', 'text', '#336699', '2030-06-15']
/** Maximum number of random entries that are tried. */
const maxDraws = 20

/**
 * Visits the questions in page and question order until each applicable one was visited once. Optional questions only with
 * scope `all`.
 */
export function runWalk(program: Program, context: EvaluationContext, scope: CountScope, random: () => number): RandomWalk {
  const state = openConfiguration(program, context)
  const selections = new Map<number, string | null>()
  const unweighted: number[] = []
  let weight = 0
  let stuckAt: number | null = null
  for (let visited = -1; visited < selections.size; ) {
    visited = selections.size
    for (const question of program.questions) {
      const { index, id } = question
      if (selections.has(index) || !state.applies(index) || !(question.source.required || scope === 'all')) continue
      const choice = chooseSelection(state, question, random)
      if (choice) {
        weight += Math.log(choice.of)
        if (choice.value !== state.text[index]) changeSelection(state, { question_id: id, value: choice.value }, true)
        if (!question.type.takesAnswers && integerRange(state, question) === null) unweighted.push(index)
      } else stuckAt ??= id
      selections.set(index, state.text[index]!)
    }
  }
  // An earlier selection may have been removed since. The walk then ended in a configuration that is not valid.
  for (const { index, id, source } of program.questions)
    if (stuckAt === null && source.required && state.applies(index) && state.text[index] === null) stuckAt = id
  const isUnchanged = [...selections].every(([index, value]) => state.text[index] === value)
  return { state, weight, stuckAt, isUnchanged: isUnchanged, countedOnce: unweighted }
}

function chooseSelection(state: ConfigurationState, question: CompiledQuestion, random: () => number): Choice | null {
  const { required } = question.source
  if (question.type.takesAnswers && question.type.multiple)
    return chooseSubset(selectableAnswers(state, question), required, random)
  if (question.type.takesAnswers) {
    const options: (string | null)[] = selectableAnswers(state, question)
    if (!required) options.push(null)
    return options.length === 0 ? null : { value: options[Math.floor(random() * options.length)]!, of: options.length }
  }
  const entries = integerRange(state, question)?.count ?? 1
  if (!required && random() * (entries + 1) < 1) return { value: null, of: entries + 1 }
  const value = chooseEntry(state, question, random)
  if (value === null) return required ? null : { value, of: 1 }
  return { value, of: required ? entries : entries + 1 }
}

/** A random subset of the answers. The empty subset only if the question is optional. */
function chooseSubset(ids: readonly string[], required: boolean, random: () => number): Choice | null {
  const of = 2 ** ids.length - Number(required)
  if (of === 0) return null
  for (;;) {
    const subset = ids.filter(() => random() < 0.5)
    if (subset.length > 0) return { value: subset.join(','), of }
    if (!required) return { value: null, of }
  }
}

function selectableAnswers(state: ConfigurationState, question: CompiledQuestion): string[] {
  const answers: string[] = []
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.selectable(answer)) answers.push(String(state.program.answers[answer]!.id))
  }
  return answers
}

/** The integers that the question accepts now. Null if its entries cannot be listed. */
function integerRange(
  state: ConfigurationState,
  question: CompiledQuestion,
): { readonly low: number; readonly count: number } | null {
  const { min, max } = currentLimits(state, question.index)
  if (min === null || max === null || !question.type.entries?.(question.settings).whole) return null
  const low = Math.ceil(min)
  return low > Math.floor(max) ? null : { low, count: Math.floor(max) - low + 1 }
}

/** An accepted entry: a random integer within the limits, otherwise the first accepted sample. */
function chooseEntry(state: ConfigurationState, question: CompiledQuestion, random: () => number): string | null {
  const isAccepted = (value: string): boolean =>
    value !== '' && !(validateSelection(state, question.index, value) instanceof Refusal)
  const integers = integerRange(state, question)
  if (integers) {
    for (let attempt = maxDraws; attempt > 0; attempt--) {
      const text = String(integers.low + Math.floor(random() * integers.count))
      if (isAccepted(text)) return text
    }
  }
  const { min, max } = currentLimits(state, question.index)
  const candidates = [
    ...[min, max].flatMap((limit) => (limit === null ? [] : [String(limit)])),
    question.source.default_value ?? '',
    ...(question.type.entries?.(question.settings).listed ?? []),
    ...samples,
  ]
  return candidates.find(isAccepted) ?? null
}

/** The unit price of the configuration in ten-thousandths of the base currency. */
export function unitPriceAmount(state: ConfigurationState): number {
  return toAmount(state.group.basePrice) + state.sum(0)
}

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

/** Random numbers in [0, 1) from a seed: a 32-bit linear congruential generator with mixed high bits. The same seed gives the same walks. */
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

/** Sums of weights given as logarithms. Stored relative to the largest weight, because weights exceed the range of numbers. */
export class Weights {
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
export function formatEstimate(logarithm: number, digits: number): string {
  const decimal = logarithm / Math.LN10
  if (decimal < 15) return String(Math.round(Number(Math.exp(logarithm).toPrecision(digits))))
  const exponent = Math.floor(decimal)
  const leading = Math.round(10 ** (decimal - exponent + digits - 1))
  return (BigInt(leading) * 10n ** BigInt(exponent - digits + 1)).toString()
}

export function toEstimate(weights: Weights, walks: number, valid: number): Estimate {
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
