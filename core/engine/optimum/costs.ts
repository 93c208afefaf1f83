// Lower bounds of the cost of each undecided value, as vectors that can be added: price, recurring price, weight, unmet preferences, changes.
import { pointInterval } from '../calculation/bounds.js'
import { toAmount } from '../money/amount.js'
import { computeUnitTotals } from '../program/state.js'
import { measureNode, measuresPerQuestion, type Program } from '../program/program.js'
import { questionsOfNode } from '../program/dependency-graph.js'
import type { ConfigurationState } from '../program/state.js'
import { type Box, isRange, type Piece, type Variable, type Variables, createDomain, type Domain, numberPiece } from './box.js'
import type { OptimumRequest, Preference } from './optimum-request.js'
import { toAmountBounds, type CostEstimator } from './cost-estimator.js'

/** Net, recurring price and weight in ten-thousandths, the weight of unmet preferences, and the number of changes. */
export type Vector = Float64Array
export const costParts = { net: 0, recurring: 1, weight: 2, unmet: 3, changes: 4 } as const
export const costSize = 5

interface IndexedPreference extends Preference {
  readonly place: number
  readonly question: number
}

/** The numbers among the preferred values, in the syntax of entries. */
export const preferredNumbers = ({ values = [] }: Preference): readonly number[] =>
  values.filter((value) => /^-?\d+(?:\.\d+)?$/.test(value)).map(Number)

type Span = Pick<Piece, 'text' | 'low' | 'high'>

/** True if every value in the range satisfies the preference. */
export function satisfiesPreference(wish: Preference, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low >= lowerLimit(wish) && high <= upperLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && low === high && preferredNumbers(wish).includes(low)
}

/** True if some value in the range satisfies the preference. */
function canSatisfyPreference(wish: Preference, { text, low, high }: Span): boolean {
  if (!wish.values) return low !== null && high !== null && low <= upperLimit(wish) && high >= lowerLimit(wish)
  if (text !== null && wish.values.includes(text)) return true
  return low !== null && high !== null && preferredNumbers(wish).some((number) => low <= number && number <= high)
}

const lowerLimit = ({ min = Number.NEGATIVE_INFINITY }: Preference): number => min
const upperLimit = ({ max = Number.POSITIVE_INFINITY }: Preference): number => max

export class CostBounds {
  private readonly cache = new WeakMap<Piece, Vector>()
  private readonly wishes: readonly IndexedPreference[]
  /** Multi-select questions with a calculation for all selected answers together. */
  private readonly joint: readonly { readonly question: number; readonly figure: number }[]
  private readonly base: Vector

  constructor(
    private readonly start: ConfigurationState,
    private readonly variables: Variables,
    private readonly reckoner: CostEstimator,
    private readonly request: OptimumRequest,
  ) {
    const { program, group } = start
    this.base = new Float64Array(costSize)
    this.base[costParts.net] = toAmount(group.basePrice)
    this.base[costParts.recurring] = toAmount(group.baseRecurring)
    this.base[costParts.weight] = toAmount(program.source.baseweight)
    this.wishes = request.wishes.flatMap((wish, place) => {
      const question = program.questionIndex.get(wish.question_id)
      return question === undefined ? [] : [{ ...wish, place, question }]
    })
    this.joint = program.questions.flatMap(({ index, type }) =>
      [0, 1, 2].flatMap((measure) =>
        type.multiple && program.figureCalculation[index * measuresPerQuestion + measure]! >= 0
          ? [{ question: index, figure: measure }]
          : [],
      ),
    )
  }

  /** The minimum cost of a piece for any values of the other variables. Infinity means that the piece is impossible. */
  of(variable: Variable, piece: Piece): Vector {
    const cached = this.cache.get(piece)
    if (cached) return cached
    const { program } = this.start
    const cost = new Float64Array(costSize)
    let isConstant = true
    for (let measure = 0; measure < measuresPerQuestion; measure++) {
      const measureCost = this.measure(variable, piece, measure)
      cost[measure] = measureCost
      if (program.alwaysZero[variable.question * measuresPerQuestion + measure] === 1) continue
      const reads = questionsOfNode(program, measureNode(program, variable.question, measure))
      isConstant &&= reads.every((question) => question === variable.question)
    }
    for (const wish of this.wishes) {
      if (wish.question !== variable.question || variable.answer >= 0) continue
      if (!canSatisfyPreference(wish, piece)) cost[costParts.unmet]! += wish.weight ?? 0
    }
    cost[costParts.changes] = this.isChange(variable, piece) ? 1 : 0
    if (isConstant && (variable.answer < 0 || !this.isJoint(variable.question))) this.cache.set(piece, cost)
    return cost
  }

  private isJoint(question: number): boolean {
    return this.joint.some((entry) => entry.question === question)
  }

  private isChange({ question, answer }: Variable, piece: Piece): boolean {
    if (answer >= 0) return (this.start.chosen[answer] === 1) !== (piece.text !== null)
    const text = this.start.text[question]!
    if (!isRange(piece)) return text !== piece.text
    return text === null || Number(text) < piece.low! || Number(text) > piece.high!
  }

  private measure(variable: Variable, piece: Piece, measure: number): number {
    const { program } = this.start
    const { question, answer } = variable
    if (program.alwaysZero[question * measuresPerQuestion + measure] === 1) return 0
    if (answer >= 0) {
      // A calculation that depends on itself is null, and so are the prices of all answers that use it.
      const isLooped = program.looped[measureNode(program, question, measure)]
      if (isLooped) return piece.text === null ? 0 : this.toCost(pointInterval(Number.NaN), measure)
      const joint = this.joint.some((entry) => entry.question === question && entry.figure === measure)
      return joint || piece.text === null ? 0 : this.toCost(this.reckoner.answer(answer, measure), measure)
    }
    if (piece.text === null && piece.low === null) return 0
    return this.toCost(this.reckoner.figureWith(question, measure, variable.index, piece), measure)
  }

  /** A missing price counts as 0 if the product may be ordered without price. Otherwise the value is impossible. */
  private toCost(interval: Parameters<typeof toAmountBounds>[0], measure: number): number {
    const refused = measure < 2 && this.start.program.source.unpriced !== 'free'
    if (!refused) return toAmountBounds(interval).low
    if (interval.low > interval.high) return Number.POSITIVE_INFINITY
    return toAmountBounds({ ...interval, canBeNull: false }).low
  }

  /** The costs that do not depend on a single variable: base prices and the joint calculations of multi-select questions. */
  shared(box: Box): Vector {
    const sum = this.base.slice()
    for (const { question, figure: measure } of this.joint) {
      sum[measure]! += toAmountBounds(this.reckoner.of(measureNode(this.start.program, question, measure))).low
    }
    for (const wish of this.wishes) {
      const meetingAnswers = this.answersMeeting(wish)
      if (meetingAnswers === null) continue
      const open = meetingAnswers.some(({ index }) => box[index]!.pieces.some(({ text }) => text !== null))
      if (!open) sum[costParts.unmet]! += wish.weight ?? 0
    }
    return sum
  }

  /** The answers of a multi-select question that satisfy the preference. Null for other questions. */
  private answersMeeting({ question, values = [] }: IndexedPreference): readonly Variable[] | null {
    const { program } = this.start
    if (!program.questions[question]!.type.multiple) return null
    return this.variables.of[question]!.filter(({ answer }) => values.includes(String(program.answers[answer]!.id)))
  }

  /** Indexes of the preferences that the state does not satisfy. */
  unmet(state: ConfigurationState): readonly number[] {
    return this.wishes.flatMap((wish) => {
      const text = state.text[wish.question]!
      const meetingAnswers = this.answersMeeting(wish)
      const number = text === null || Number.isNaN(state.numbers[wish.question]!) ? null : state.numbers[wish.question]!
      const isMet = meetingAnswers
        ? meetingAnswers.some(({ answer }) => state.chosen[answer] === 1)
        : satisfiesPreference(wish, { text, low: number, high: number })
      return isMet ? [] : [wish.place]
    })
  }

  /** The actual cost of a configuration. Null if a price is too large to be exact. */
  actual(state: ConfigurationState): Vector | null {
    const { net, recurring, weight } = computeUnitTotals(state)
    if (Number.isNaN(net) || Number.isNaN(recurring)) return null
    const unmet = this.unmet(state)
    const sum = unmet.reduce((total, place) => total + (this.request.wishes[place]!.weight ?? 0), 0)
    let changes = 0
    for (const variable of this.variables.list) {
      if (variable.answer >= 0) changes += this.start.chosen[variable.answer] === state.chosen[variable.answer] ? 0 : 1
      else changes += this.start.text[variable.question] === state.text[variable.question] ? 0 : 1
    }
    return Float64Array.of(net, recurring, weight, sum, changes)
  }
}

// Narrows number ranges to the bounds of their calculated limits.

interface LimitedVariable {
  readonly variable: Variable
  /** Value nodes, or -1. */
  readonly min: number
  readonly max: number
}

const roundDigits = (x: number): number => Number(x.toPrecision(15))

function clip(piece: Piece, step: number, low: number, high: number): readonly Piece[] {
  if (piece.low === null || piece.high === null) return [piece]
  if (piece.high < low || piece.low > high) return []
  if (!isRange(piece) || (piece.low >= low && piece.high <= high)) return [piece]
  const from = piece.low >= low ? piece.low : roundDigits(piece.low + Math.ceil(roundDigits((low - piece.low) / step)) * step)
  const to = piece.high <= high ? piece.high : roundDigits(piece.low + Math.floor(roundDigits((high - piece.low) / step)) * step)
  return from > to ? [] : [numberPiece(piece.value, from, to)]
}

export class CalculatedLimits {
  private readonly limited: readonly LimitedVariable[]

  constructor(
    program: Program,
    variables: Variables,
    private readonly reckoner: CostEstimator,
  ) {
    this.limited = program.questions.flatMap(({ index, type, source, kind }) => {
      const [variable] = variables.of[index]!
      if (kind !== 'number' || !type.limited || variable === undefined) return []
      const min = source.set_min_value === 'calculated' ? program.minNode[index]! : -1
      const max = source.set_max_value === 'calculated' ? program.maxNode[index]! : -1
      return min < 0 && max < 0 ? [] : [{ variable, min, max }]
    })
  }

  /** Narrows the domains in place. Returns false if a domain becomes empty. The estimator must already be set to this box. */
  cut(box: Domain[] & Box): boolean {
    for (const { variable, min, max } of this.limited) {
      const { index, step } = variable
      const lowest = min < 0 ? null : this.reckoner.of(min)
      const highest = max < 0 ? null : this.reckoner.of(max)
      // If a limit can be null, there may be no limit.
      const low = lowest === null || lowest.canBeNull ? Number.NEGATIVE_INFINITY : lowest.low
      const high = highest === null || highest.canBeNull ? Number.POSITIVE_INFINITY : highest.high
      const { pieces } = box[index]!
      const remaining = pieces.flatMap((piece) => clip(piece, step, low, high))
      if (remaining.length === 0) return false
      if (remaining.length !== pieces.length || remaining.some((piece, position) => piece !== pieces[position]))
        box[index] = createDomain(remaining)
    }
    return true
  }
}
