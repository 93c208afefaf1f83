// What prices and weights can come to while some values are open. Never narrower than what can be; exact where little is open.
import type { Bounding, BoundRead } from '../calculation/bound.js'
import { bounds } from '../calculation/bounds/index.js'
import { among, anything, either, exactly, instead, type Interval, settled, times } from '../calculation/interval.js'
import { axisOf, compileMatrix, type Matrix, roundToStep } from '../calculation/matrix.js'
import { toAmount } from '../money/amount.js'
import { Binder } from '../program/bind.js'
import { codeLeaf, type Leaf, type MakeRead } from '../program/code-leaf.js'
import { answerCalculation, staticFigure } from '../program/figures.js'
import { figureNode, figuresPerQuestion, totalNode } from '../program/program.js'
import { questionsOfNode, Recorder } from '../program/reads.js'
import type { CalculationSource } from '../program/source.js'
import type { State } from '../program/state.js'
import type { Operand } from '../question/operand.js'
import { type Box, domainOf, type Domain, heldIn, isRange, type Piece, type Variables } from './box.js'
import { cellsWithin } from './cells.js'

/** So many combinations of open values are tried out one by one. */
const mostTried = 128
/** Intervals that are remembered. */
const mostKept = 200_000

const zero = exactly(0)

/** As an amount in a sum: nothing counts 0. Endless where it is too large to be exact. */
export function amounts(interval: Interval): { readonly low: number; readonly high: number } {
  const { low, high } = instead(interval, zero)
  const [from, to] = [toAmount(low), toAmount(high)]
  return {
    low: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
    high: Number.isNaN(to) ? Number.POSITIVE_INFINITY : to,
  }
}

export class Reckoner {
  private box: Box = []
  private readonly known = new Map<string, Interval>()
  private readonly singles = new WeakMap<Piece, Domain>()
  private readonly bodies = new Map<number, BoundRead>()
  private readonly bounding: Bounding

  /** `trial` is the reckoner's own: what it holds is changed again and again. */
  constructor(
    private readonly trial: State,
    private readonly variables: Variables,
  ) {
    this.bounding = {
      types: trial.program.types,
      total: (recurring) => () => this.of(totalNode(this.trial.program, recurring ? 1 : 0)),
      operand: (operand) => this.leaf(operand, (binder, bound) => binder.number(bound)),
      codeOperand: (operand) => codeLeaf(operand, (read, make) => this.leaf(read, make)),
    }
  }

  /** From here on these values are open. */
  at(box: Box): void {
    this.box = box
  }

  /** The figure (0 price, 1 recurring, 2 weight) of a question, in units, while a variable has one of its pieces. */
  figureWith(question: number, figure: number, variable: number, piece: Piece): Interval {
    const before = this.box
    const single = this.singles.get(piece) ?? domainOf([piece])
    this.singles.set(piece, single)
    this.box = before.with(variable, single)
    const found = this.of(figureNode(this.trial.program, question, figure))
    this.box = before
    return found
  }

  /** The figure of an answer that is chosen. */
  answer(answer: number, figure: number): Interval {
    const { program } = this.trial
    const node = answerCalculation(program, this.trial, answer, figure)
    return node < 0 ? exactly(staticFigure(program, this.trial, answer, figure)) : this.of(node)
  }

  /** What a value node can come to. */
  of(node: number): Interval {
    const reads = questionsOfNode(this.trial.program, node)
    let key = `${node}`
    for (const question of reads) for (const { index } of this.variables.of[question]!) key += `,${this.box[index]!.id}`
    const known = this.known.get(key)
    if (known) return known
    const found = this.find(node, reads)
    if (this.known.size >= mostKept) this.known.clear()
    this.known.set(key, found)
    return found
  }

  private find(node: number, reads: readonly number[]): Interval {
    const { program } = this.trial
    if (program.looped[node]) return exactly(Number.NaN)
    if (this.tries(reads) <= mostTried)
      return among(
        this.tryOut(reads, () => this.trial.value(node)),
        null,
      )
    if (program.chain) return anything
    if (node < program.firstFigure) return settled(this.calculation(node))
    if (node < program.firstTotal) return this.figure(node - program.firstFigure)
    return this.total(node === program.firstTotal ? 0 : 1)
  }

  /** How many combinations of these questions' values are open; endless where a range is. */
  private tries(questions: readonly number[]): number {
    let tries = 1
    for (const question of questions) {
      for (const { index } of this.variables.of[question]!) {
        const { pieces } = this.box[index]!
        tries *= pieces.length
        if (tries > mostTried || pieces.some(isRange)) return Number.POSITIVE_INFINITY
      }
    }
    return tries
  }

  private *tryOut(questions: readonly number[], read: () => number): Generator<number> {
    const open = questions.flatMap((question) => this.variables.of[question]!)
    const chosen: Piece[] = []
    const choose = function* (this: Reckoner, at: number): Generator<number> {
      const variable = open[at]
      if (variable === undefined) {
        for (const question of questions) this.hold(question, chosen)
        yield read()
        return
      }
      for (const piece of this.box[variable.index]!.pieces) {
        chosen[variable.index] = piece
        yield* choose.call(this, at + 1)
      }
    }
    yield* choose.call(this, 0)
  }

  private hold(question: number, pieces: readonly Piece[]): void {
    const text = heldIn(this.trial.program, this.variables.of[question]!, pieces)
    if (this.trial.text[question] !== text) this.trial.hold(question, text)
  }

  private calculation(node: number): Interval {
    const source = this.trial.program.source.calculations[node]!
    const known = this.bodies.get(node)
    if (known) return known()
    const bound = this.matrix(source) ?? bounds[source.type](source, this.bounding) ?? (() => exactly(Number.NaN))
    this.bodies.set(node, bound)
    return bound()
  }

  /** A table by what its axes can come to. */
  private matrix({ type, matrix: source }: CalculationSource): BoundRead | null {
    if (type !== 'matrix' || !source) return null
    const table: Matrix = compileMatrix(source)
    const axis = (name: 'row' | 'column'): BoundRead => {
      const operand = axisOf(source, name)
      if (operand === null) return () => zero
      const read = this.bounding.operand('question' in operand ? { ...operand, field: 'selected' } : operand)
      const { program } = this.trial
      const question = 'question' in operand ? program.questions[program.questionIndex.get(operand.question) ?? -1] : undefined
      const step = table.lookup === 'exact' && !question?.type.takesAnswers ? table.round : null
      if (step === null) return read
      return () => {
        const { low, high, nothing } = read()
        return { low: roundToStep(low, step), high: roundToStep(high, step), nothing, adds: null }
      }
    }
    const [row, column] = [axis('row'), axis('column')]
    return () => cellsWithin(table, row(), column())
  }

  private figure(place: number): Interval {
    const { program } = this.trial
    const figure = place % figuresPerQuestion
    const index = (place - figure) / figuresPerQuestion
    const { source, type } = program.questions[index]!
    const variables = this.variables.of[index]!
    const open = variables.map((variable) => ({ ...variable, pieces: this.box[variable.index]!.pieces }))
    const empty = open.every(({ pieces }) => pieces.some(({ text, low }) => text === null && low === null))
    const filled = open.some(({ pieces }) => pieces.some(({ text, low }) => text !== null || low !== null))
    const none = exactly(Number.NaN)
    if (!filled) return none
    const orNone = (interval: Interval): Interval => (empty ? either(interval, none) : interval)
    const calculation = program.figureCalculation[place]!
    if (calculation >= 0) return orNone(settled(times(this.of(calculation), exactly(source.multiplicator))))
    if (!type.takesAnswers) return orNone(zero)
    if (!type.multiple) {
      const ids = open[0]!.pieces.flatMap(({ text }) => (text === null ? [] : [program.answerIndex.get(Number(text))!]))
      return orNone(either(...ids.map((answer) => this.answer(answer, figure))))
    }
    let [low, high] = [0, 0]
    for (const { answer, pieces } of open) {
      const own = pieces.some(({ text }) => text !== null) ? amounts(this.answer(answer, figure)) : { low: 0, high: 0 }
      const may = pieces.some(({ text }) => text === null)
      low += may ? Math.min(0, own.low) : own.low
      high += may ? Math.max(0, own.high) : own.high
    }
    return orNone({ low: low / 10_000, high: high / 10_000, nothing: false, adds: null })
  }

  private total(recurring: 0 | 1): Interval {
    const { program, group } = this.trial
    let low = toAmount(recurring === 1 ? group.baseRecurring : group.basePrice) || 0
    let high = low
    for (const index of program.totalParts[recurring]) {
      const part = amounts(this.of(figureNode(program, index, recurring)))
      low += part.low
      high += part.high
    }
    return { low: low / 10_000, high: high / 10_000, nothing: false, adds: null }
  }

  private leaf(operand: Operand, make: MakeRead): Leaf {
    const recorder = new Recorder()
    const binder = new Binder(this.trial.program, recorder)
    const bound = binder.operand(operand)
    if (bound.is === 'node') return Object.assign((): Interval => this.of(bound.node), { node: true })
    const read = make(binder, bound)
    const [question] = recorder.selections
    if (question === undefined) return () => exactly(read(this.trial))
    return () => {
      if (this.tries([question]) <= mostTried)
        return among(
          this.tryOut([question], () => read(this.trial)),
          null,
        )
      const [variable] = this.variables.of[question]!
      if (variable === undefined || variable.answer >= 0 || bound.is !== 'selection') return anything
      return either(...this.box[variable.index]!.pieces.map((piece) => this.entry(question, piece, read)))
    }
  }

  /** A selection as it is read: numbers of a range are themselves. */
  private entry(question: number, piece: Piece, read: (state: State) => number): Interval {
    if (isRange(piece)) return { low: piece.low!, high: piece.high!, nothing: false, adds: null }
    if (this.trial.text[question] !== piece.text) this.trial.hold(question, piece.text)
    return exactly(read(this.trial))
  }
}
