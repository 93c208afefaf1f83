// What every open value costs at least, as vectors that add up: price, recurring price, weight, unmet wishes, changes.
import { exactly } from '../calculation/interval.js'
import { toAmount } from '../money/amount.js'
import { unitFigures } from '../program/price.js'
import { figureNode, figuresPerQuestion } from '../program/program.js'
import { questionsOfNode } from '../program/reads.js'
import type { State } from '../program/state.js'
import { type Box, isRange, type Piece, type Variable, type Variables } from './box.js'
import type { OptimumRequest, Wish } from './define.js'
import { amounts, type Reckoner } from './reckon.js'
import { mayMeet, meets } from './wish.js'

/** Net, recurring and weight in ten-thousandths, the weights of unmet wishes, and the number of changes. */
export type Vector = Float64Array
export const parts = { net: 0, recurring: 1, weight: 2, unmet: 3, changes: 4 } as const
export const width = 5

interface PlacedWish extends Wish {
  readonly place: number
  readonly question: number
}

export class Costs {
  private readonly fixed = new WeakMap<Piece, Vector>()
  private readonly wishes: readonly PlacedWish[]
  /** Questions with several answers whose figures are calculated for all of them together. */
  private readonly joint: readonly { readonly question: number; readonly figure: number }[]
  private readonly base: Vector

  constructor(
    private readonly start: State,
    private readonly variables: Variables,
    private readonly reckoner: Reckoner,
    private readonly request: OptimumRequest,
  ) {
    const { program, group } = start
    this.base = new Float64Array(width)
    this.base[parts.net] = toAmount(group.basePrice)
    this.base[parts.recurring] = toAmount(group.baseRecurring)
    this.base[parts.weight] = toAmount(program.source.baseweight)
    this.wishes = request.wishes.flatMap((wish, place) => {
      const question = program.questionIndex.get(wish.question_id)
      return question === undefined ? [] : [{ ...wish, place, question }]
    })
    this.joint = program.questions.flatMap(({ index, type }) =>
      [0, 1, 2].flatMap((figure) =>
        type.multiple && program.figureCalculation[index * figuresPerQuestion + figure]! >= 0
          ? [{ question: index, figure }]
          : [],
      ),
    )
  }

  /** What a piece adds at least, whatever the other open values are; an endless price is one that cannot be had. */
  of(variable: Variable, piece: Piece): Vector {
    const known = this.fixed.get(piece)
    if (known) return known
    const { program } = this.start
    const cost = new Float64Array(width)
    let stays = true
    for (let figure = 0; figure < figuresPerQuestion; figure++) {
      const own = this.figure(variable, piece, figure)
      cost[figure] = own
      if (program.countless[variable.question * figuresPerQuestion + figure] === 1) continue
      const reads = questionsOfNode(program, figureNode(program, variable.question, figure))
      stays &&= reads.every((question) => question === variable.question)
    }
    for (const wish of this.wishes) {
      if (wish.question !== variable.question || variable.answer >= 0) continue
      if (!mayMeet(wish, piece)) cost[parts.unmet]! += wish.weight ?? 0
    }
    cost[parts.changes] = this.isChange(variable, piece) ? 1 : 0
    if (stays && (variable.answer < 0 || !this.isJoint(variable.question))) this.fixed.set(piece, cost)
    return cost
  }

  private isJoint(question: number): boolean {
    return this.joint.some((one) => one.question === question)
  }

  private isChange({ question, answer }: Variable, piece: Piece): boolean {
    if (answer >= 0) return (this.start.chosen[answer] === 1) !== (piece.text !== null)
    const held = this.start.text[question]!
    if (!isRange(piece)) return held !== piece.text
    return held === null || Number(held) < piece.low! || Number(held) > piece.high!
  }

  private figure(variable: Variable, piece: Piece, figure: number): number {
    const { program } = this.start
    const { question, answer } = variable
    if (program.countless[question * figuresPerQuestion + figure] === 1) return 0
    if (answer >= 0) {
      // A price that reads itself is none, and so are those of all that are chosen with it.
      const isLooped = program.looped[figureNode(program, question, figure)]
      if (isLooped) return piece.text === null ? 0 : this.counted(exactly(Number.NaN), figure)
      const joint = this.joint.some((one) => one.question === question && one.figure === figure)
      return joint || piece.text === null ? 0 : this.counted(this.reckoner.answer(answer, figure), figure)
    }
    if (piece.text === null && piece.low === null) return 0
    return this.counted(this.reckoner.figureWith(question, figure, variable.index, piece), figure)
  }

  /** Nothing counts 0 where it may be ordered so; else it cannot be had. */
  private counted(interval: Parameters<typeof amounts>[0], figure: number): number {
    const refused = figure < 2 && this.start.program.source.unpriced !== 'free'
    if (!refused) return amounts(interval).low
    if (interval.low > interval.high) return Number.POSITIVE_INFINITY
    return amounts({ ...interval, nothing: false }).low
  }

  /** What is added whatever is chosen, and what hangs on several open values together. */
  shared(box: Box): Vector {
    const sum = this.base.slice()
    for (const { question, figure } of this.joint) {
      sum[figure]! += amounts(this.reckoner.of(figureNode(this.start.program, question, figure))).low
    }
    for (const wish of this.wishes) {
      const several = this.several(wish)
      if (several === null) continue
      const open = several.some(({ index }) => box[index]!.pieces.some(({ text }) => text !== null))
      if (!open) sum[parts.unmet]! += wish.weight ?? 0
    }
    return sum
  }

  /** The answers of a question with several that would meet the wish; null for any other question. */
  private several({ question, values = [] }: PlacedWish): readonly Variable[] | null {
    const { program } = this.start
    if (!program.questions[question]!.type.multiple) return null
    return this.variables.of[question]!.filter(({ answer }) => values.includes(String(program.answers[answer]!.id)))
  }

  /** Places of the wishes that the state does not meet. */
  unmet(state: State): readonly number[] {
    return this.wishes.flatMap((wish) => {
      const text = state.text[wish.question]!
      const several = this.several(wish)
      const number = text === null || Number.isNaN(state.numbers[wish.question]!) ? null : state.numbers[wish.question]!
      const met = several
        ? several.some(({ answer }) => state.chosen[answer] === 1)
        : meets(wish, { text, low: number, high: number })
      return met ? [] : [wish.place]
    })
  }

  /** What a configuration costs indeed; null where a figure is too large to be exact. */
  actual(state: State): Vector | null {
    const { net, recurring, weight } = unitFigures(state)
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
