// Bounds of prices and weights while some values are undecided.
// Exact if only few combinations remain, otherwise possibly too wide.
import {
  type BoundsReader,
  spanInterval,
  unboundedInterval,
  uniteIntervals,
  pointInterval,
  replaceNull,
  type Interval,
  roundInterval,
  multiplyIntervals,
  hasNumbers,
} from '../calculation/bounds.js'
import { axisOperand, compileMatrix, type Matrix, roundToStep } from '../calculation/matrix.js'
import { toAmount } from '../money/amount.js'
import type { BoundOperand } from '../program/binder.js'
import { NodeBounds } from '../program/value-bounds.js'
import { measureNode, measuresPerQuestion } from '../program/program.js'
import { questionsOfNode } from '../program/dependency-graph.js'
import type { CalculationSource } from '../program/source.js'
import type { ConfigurationState } from '../program/state.js'
import { type Box, createDomain, type Domain, toSelectionText, isRange, type Piece, type Variables } from './box.js'

/** Maximum number of combinations that are evaluated one by one. */
const maxCombinations = 128
/** Maximum number of cached intervals. */
const maxCached = 200_000

const zero = pointInterval(0)

/** The bounds as amounts. Null counts as 0. Infinite if too large to be exact. */
export function toAmountBounds(interval: Interval): { readonly low: number; readonly high: number } {
  const { low, high } = replaceNull(interval, zero)
  const [from, to] = [toAmount(low), toAmount(high)]
  return {
    low: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
    high: Number.isNaN(to) ? Number.POSITIVE_INFINITY : to,
  }
}

/** Whether all rows have the same columns. */
function hasFullRows({ rows, rowStart, columns }: Matrix): boolean {
  const width = rowStart[1]! - rowStart[0]!
  for (let row = 0; row < rows.length; row++) {
    if (rowStart[row + 1]! - rowStart[row]! !== width) return false
    for (let at = 0; at < width; at++) if (columns[rowStart[row]! + at] !== columns[at]) return false
  }
  return true
}

const fullRows = new WeakMap<Matrix, boolean>()

/** The first and last index that coordinates in the interval can reach. Empty (first > last) if there is none. */
function reachableIndexes(sorted: Float64Array, { low, high }: Interval, lookup: Matrix['lookup']): readonly [number, number] {
  let first = 0
  let last = sorted.length - 1
  if (lookup === 'nextLower') {
    while (first < last && sorted[first + 1]! <= low) first++
    while (last >= 0 && sorted[last]! > high) last--
    return [first, last]
  }
  while (first <= last && sorted[first]! < low) first++
  if (lookup === 'exact') while (last >= 0 && sorted[last]! > high) last--
  else while (last > 0 && sorted[last - 1]! >= high) last--
  return [first, last]
}

/** Whether every coordinate in the interval finds an index. */
function alwaysReached(sorted: Float64Array, { low, high, canBeNull }: Interval, lookup: Matrix['lookup']): boolean {
  if (canBeNull || sorted.length === 0) return false
  if (lookup === 'nextHigher') return high <= sorted.at(-1)!
  if (lookup === 'nextLower') return low >= sorted[0]!
  return low === high && sorted.includes(low)
}

/** Bounds of the cell values for coordinates in these intervals. */
function boundCells(matrix: Matrix, row: Interval, column: Interval): Interval {
  const { rows, rowStart, columns, values, lookup } = matrix
  if (rows.length === 0 || !hasNumbers(row) || !hasNumbers(column)) return pointInterval(Number.NaN)
  const isComplete = fullRows.get(matrix) ?? hasFullRows(matrix)
  fullRows.set(matrix, isComplete)
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let nothing = true
  const include = (from: number, to: number): void => {
    for (let at = from; at <= to; at++) {
      low = Math.min(low, values[at]!)
      high = Math.max(high, values[at]!)
    }
  }
  if (isComplete) {
    const width = rowStart[1]!
    const rowColumns = columns.subarray(0, width)
    const [firstRow, lastRow] = reachableIndexes(rows, row, lookup)
    const [first, last] = reachableIndexes(rowColumns, column, lookup)
    for (let at = firstRow; at <= lastRow; at++) include(rowStart[at]! + first, rowStart[at]! + last)
    nothing = !(alwaysReached(rows, row, lookup) && alwaysReached(rowColumns, column, lookup))
  } else include(0, values.length - 1)
  if (low > high) return pointInterval(Number.NaN)
  return Number.isNaN(low) ? unboundedInterval : { low, high, canBeNull: nothing, summands: null }
}

export class CostEstimator extends NodeBounds {
  private box: Box = []
  private readonly cache = new Map<string, Interval>()
  private readonly singles = new WeakMap<Piece, Domain>()

  constructor(
    trial: ConfigurationState,
    private readonly variables: Variables,
  ) {
    super(trial)
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
    const single = this.singles.get(piece) ?? createDomain([piece])
    this.singles.set(piece, single)
    this.box = previous.with(variable, single)
    const interval = this.of(measureNode(this.trial.program, question, measure))
    this.box = previous
    return interval
  }

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
    if (program.looped[node]) return pointInterval(Number.NaN)
    if (this.countCombinations(reads) <= maxCombinations)
      return spanInterval(
        this.evaluateAll(reads, () => this.trial.value(node)),
        null,
      )
    return program.chain ? unboundedInterval : this.deriveInterval(node)
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
    const enumerate = function* (this: CostEstimator, at: number): Generator<number> {
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
    const text = toSelectionText(this.trial.program, this.variables.of[question]!, pieces)
    if (this.trial.text[question] !== text) this.trial.setSelection(question, text)
  }

  protected override bindBody(source: CalculationSource): BoundsReader | null {
    return this.matrix(source) ?? super.bindBody(source)
  }

  /** Bounds of a matrix, from the bounds of its axes. */
  private matrix({ type, matrix: source }: CalculationSource): BoundsReader | null {
    if (type !== 'matrix' || !source) return null
    const table: Matrix = compileMatrix(source)
    const axis = (name: 'row' | 'column'): BoundsReader => {
      const operand = axisOperand(source, name)
      if (operand === null) return () => zero
      const read = this.bounding.operand('question' in operand ? { ...operand, field: 'selected' } : operand)
      const { program } = this.trial
      const question = 'question' in operand ? program.questions[program.questionIndex.get(operand.question) ?? -1] : undefined
      const step = table.lookup === 'exact' && !question?.type.takesAnswers ? table.round : null
      if (step === null) return read
      return () => {
        const { low, high, canBeNull } = read()
        return { low: roundToStep(low, step), high: roundToStep(high, step), canBeNull, summands: null }
      }
    }
    const [row, column] = [axis('row'), axis('column')]
    return () => boundCells(table, row(), column())
  }

  protected measure(measureIndex: number): Interval {
    const { program } = this.trial
    const measure = measureIndex % measuresPerQuestion
    const index = (measureIndex - measure) / measuresPerQuestion
    const { source, type } = program.questions[index]!
    const variables = this.variables.of[index]!
    const open = variables.map((variable) => ({ ...variable, pieces: this.box[variable.index]!.pieces }))
    const canBeEmpty = open.every(({ pieces }) => pieces.some(({ text, low }) => text === null && low === null))
    const canBeFilled = open.some(({ pieces }) => pieces.some(({ text, low }) => text !== null || low !== null))
    const nullInterval = pointInterval(Number.NaN)
    if (!canBeFilled) return nullInterval
    const withNull = (interval: Interval): Interval => (canBeEmpty ? uniteIntervals(interval, nullInterval) : interval)
    const calculation = program.figureCalculation[measureIndex]!
    if (calculation >= 0)
      return withNull(roundInterval(multiplyIntervals(this.of(calculation), pointInterval(source.multiplicator))))
    if (!type.takesAnswers) return withNull(zero)
    if (!type.multiple) {
      const ids = open[0]!.pieces.flatMap(({ text }) => (text === null ? [] : [program.answerIndex.get(Number(text))!]))
      return withNull(uniteIntervals(...ids.map((answer) => this.answer(answer, measure))))
    }
    let [low, high] = [0, 0]
    for (const { answer, pieces } of open) {
      const bounds = pieces.some(({ text }) => text !== null) ? toAmountBounds(this.answer(answer, measure)) : { low: 0, high: 0 }
      const isOptional = pieces.some(({ text }) => text === null)
      low += isOptional ? Math.min(0, bounds.low) : bounds.low
      high += isOptional ? Math.max(0, bounds.high) : bounds.high
    }
    return withNull({ low: low / 10_000, high: high / 10_000, canBeNull: false, summands: null })
  }

  protected total(recurring: 0 | 1): Interval {
    const { program, group } = this.trial
    let low = toAmount(recurring === 1 ? group.baseRecurring : group.basePrice) || 0
    let high = low
    for (const index of program.totalParts[recurring]) {
      const part = toAmountBounds(this.of(measureNode(program, index, recurring)))
      low += part.low
      high += part.high
    }
    return { low: low / 10_000, high: high / 10_000, canBeNull: false, summands: null }
  }

  protected selection(question: number, bound: BoundOperand, read: (state: ConfigurationState) => number): BoundsReader {
    return () => {
      if (this.countCombinations([question]) <= maxCombinations)
        return spanInterval(
          this.evaluateAll([question], () => read(this.trial)),
          null,
        )
      const [variable] = this.variables.of[question]!
      if (variable === undefined || variable.answer >= 0 || bound.is !== 'selection') return unboundedInterval
      return uniteIntervals(...this.box[variable.index]!.pieces.map((piece) => this.entry(question, piece, read)))
    }
  }

  /** The value of a selection. A range of numbers is returned as an interval. */
  private entry(question: number, piece: Piece, read: (state: ConfigurationState) => number): Interval {
    if (isRange(piece)) return { low: piece.low!, high: piece.high!, canBeNull: false, summands: null }
    if (this.trial.text[question] !== piece.text) this.trial.setSelection(question, piece.text)
    return pointInterval(read(this.trial))
  }
}
