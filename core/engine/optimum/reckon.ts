// Bounds of prices and weights while some values are undecided.
// Exact if only few combinations remain, otherwise possibly too wide.
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

/** Maximum number of combinations that are evaluated one by one. */
const maxCombinations = 128
/** Maximum number of cached intervals. */
const maxCached = 200_000

const zero = exactly(0)

/** The bounds as amounts. Null counts as 0. Infinite if too large to be exact. */
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
  private readonly cache = new Map<string, Interval>()
  private readonly singles = new WeakMap<Piece, Domain>()
  private readonly bodies = new Map<number, BoundRead>()
  private readonly bounding: Bounding

  /** `trial` belongs to this object, which changes its selections for each evaluation. */
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

  /** Sets the search space for the following calls. */
  at(box: Box): void {
    this.box = box
  }

  /**
   * Bounds of a measure (0 price, 1 recurring price, 2 weight) of a question, in units, while one variable has the given piece.
   */
  figureWith(question: number, measure: number, variable: number, piece: Piece): Interval {
    const previous = this.box
    const single = this.singles.get(piece) ?? domainOf([piece])
    this.singles.set(piece, single)
    this.box = previous.with(variable, single)
    const interval = this.of(figureNode(this.trial.program, question, measure))
    this.box = previous
    return interval
  }

  /** Bounds of a measure of a selected answer. */
  answer(answer: number, measure: number): Interval {
    const { program } = this.trial
    const node = answerCalculation(program, this.trial, answer, measure)
    return node < 0 ? exactly(staticFigure(program, this.trial, answer, measure)) : this.of(node)
  }

  /** Bounds of a value node. */
  of(node: number): Interval {
    const reads = questionsOfNode(this.trial.program, node)
    let key = `${node}`
    for (const question of reads) for (const { index } of this.variables.of[question]!) key += `,${this.box[index]!.id}`
    const cached = this.cache.get(key)
    if (cached) return cached
    const interval = this.computeInterval(node, reads)
    if (this.cache.size >= maxCached) this.cache.clear()
    this.cache.set(key, interval)
    return interval
  }

  private computeInterval(node: number, reads: readonly number[]): Interval {
    const { program } = this.trial
    if (program.looped[node]) return exactly(Number.NaN)
    if (this.countCombinations(reads) <= maxCombinations)
      return among(
        this.evaluateAll(reads, () => this.trial.value(node)),
        null,
      )
    if (program.chain) return anything
    if (node < program.firstFigure) return settled(this.calculation(node))
    if (node < program.firstTotal) return this.measure(node - program.firstFigure)
    return this.total(node === program.firstTotal ? 0 : 1)
  }

  /** The number of value combinations of several questions. Infinity if a question has a range. */
  private countCombinations(questions: readonly number[]): number {
    let count = 1
    for (const question of questions) {
      for (const { index } of this.variables.of[question]!) {
        const { pieces } = this.box[index]!
        count *= pieces.length
        if (count > maxCombinations || pieces.some(isRange)) return Number.POSITIVE_INFINITY
      }
    }
    return count
  }

  private *evaluateAll(questions: readonly number[], read: () => number): Generator<number> {
    const variables = questions.flatMap((question) => this.variables.of[question]!)
    const pieces: Piece[] = []
    const enumerate = function* (this: Reckoner, at: number): Generator<number> {
      const variable = variables[at]
      if (variable === undefined) {
        for (const question of questions) this.select(question, pieces)
        yield read()
        return
      }
      for (const piece of this.box[variable.index]!.pieces) {
        pieces[variable.index] = piece
        yield* enumerate.call(this, at + 1)
      }
    }
    yield* enumerate.call(this, 0)
  }

  private select(question: number, pieces: readonly Piece[]): void {
    const text = heldIn(this.trial.program, this.variables.of[question]!, pieces)
    if (this.trial.text[question] !== text) this.trial.hold(question, text)
  }

  private calculation(node: number): Interval {
    const source = this.trial.program.source.calculations[node]!
    const cached = this.bodies.get(node)
    if (cached) return cached()
    const bound = this.matrix(source) ?? bounds[source.type](source, this.bounding) ?? (() => exactly(Number.NaN))
    this.bodies.set(node, bound)
    return bound()
  }

  /** Bounds of a matrix, from the bounds of its axes. */
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

  private measure(measureIndex: number): Interval {
    const { program } = this.trial
    const measure = measureIndex % figuresPerQuestion
    const index = (measureIndex - measure) / figuresPerQuestion
    const { source, type } = program.questions[index]!
    const variables = this.variables.of[index]!
    const open = variables.map((variable) => ({ ...variable, pieces: this.box[variable.index]!.pieces }))
    const canBeEmpty = open.every(({ pieces }) => pieces.some(({ text, low }) => text === null && low === null))
    const canBeFilled = open.some(({ pieces }) => pieces.some(({ text, low }) => text !== null || low !== null))
    const nullInterval = exactly(Number.NaN)
    if (!canBeFilled) return nullInterval
    const withNull = (interval: Interval): Interval => (canBeEmpty ? either(interval, nullInterval) : interval)
    const calculation = program.figureCalculation[measureIndex]!
    if (calculation >= 0) return withNull(settled(times(this.of(calculation), exactly(source.multiplicator))))
    if (!type.takesAnswers) return withNull(zero)
    if (!type.multiple) {
      const ids = open[0]!.pieces.flatMap(({ text }) => (text === null ? [] : [program.answerIndex.get(Number(text))!]))
      return withNull(either(...ids.map((answer) => this.answer(answer, measure))))
    }
    let [low, high] = [0, 0]
    for (const { answer, pieces } of open) {
      const bounds = pieces.some(({ text }) => text !== null) ? amounts(this.answer(answer, measure)) : { low: 0, high: 0 }
      const isOptional = pieces.some(({ text }) => text === null)
      low += isOptional ? Math.min(0, bounds.low) : bounds.low
      high += isOptional ? Math.max(0, bounds.high) : bounds.high
    }
    return withNull({ low: low / 10_000, high: high / 10_000, nothing: false, adds: null })
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
      if (this.countCombinations([question]) <= maxCombinations)
        return among(
          this.evaluateAll([question], () => read(this.trial)),
          null,
        )
      const [variable] = this.variables.of[question]!
      if (variable === undefined || variable.answer >= 0 || bound.is !== 'selection') return anything
      return either(...this.box[variable.index]!.pieces.map((piece) => this.entry(question, piece, read)))
    }
  }

  /** The value of a selection. A range of numbers is returned as an interval. */
  private entry(question: number, piece: Piece, read: (state: State) => number): Interval {
    if (isRange(piece)) return { low: piece.low!, high: piece.high!, nothing: false, adds: null }
    if (this.trial.text[question] !== piece.text) this.trial.hold(question, piece.text)
    return exactly(read(this.trial))
  }
}
