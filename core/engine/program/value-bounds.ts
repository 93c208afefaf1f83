// Bounds of the values of a configuration while some questions are undecided and all others keep their selections.
import {
  type BoundsReader,
  type BoundsContext,
  calculationBounds,
  spanInterval,
  unboundedInterval,
  uniteIntervals,
  pointInterval,
  replaceNull,
  type Interval,
  hasNumbers,
  addIntervals,
  roundInterval,
  multiplyIntervals,
} from '../calculation/bounds.js'
import { toAmount } from '../money/amount.js'
import type { Operand } from '../question/operand.js'
import { Binder, type BoundOperand } from './binder.js'
import type { Candidates } from './candidates.js'
import { answerCalculation, staticMeasure, measureNode, measuresPerQuestion, totalNode } from './program.js'
import { questionsOfNode, ReadRecorder } from './dependency-graph.js'
import type { CalculationSource } from './source.js'
import type { ConfigurationState } from './state.js'

// Bounds of an operand in code. Only numbers have bounds; texts and booleans are unbounded.

/** The bounds of an operand. `node` is true if the operand is the result of another calculation or a price. */
type LeafBounds = BoundsReader & { readonly node?: boolean }
/** Creates the function that reads an operand from a state. */
type ReaderFactory = (binder: Binder, bound: BoundOperand) => (state: ConfigurationState) => number

/**
 * Bounds of an operand in code.
 * @param leafOf computes the bounds of a reader; NaN means "not a number"
 */
function boundCodeOperand(operand: Operand, leafOf: (operand: Operand, make: ReaderFactory) => LeafBounds): BoundsReader {
  const leaf = leafOf(operand, (binder) => {
    const read = binder.value(operand)
    return (state) => {
      const value = read(state)
      return typeof value === 'number' ? value : Number.NaN
    }
  })
  if (leaf.node) return () => replaceNull(leaf(), zero)
  return () => {
    const values = leaf()
    return values.canBeNull ? unboundedInterval : values
  }
}

/** Maximum number of combinations of selections that are evaluated one by one. */
const maxCombinations = 64

const zero = pointInterval(0)

/** The bounds as amounts in a sum. Null counts as 0. Unbounded if too large to be exact. */
function amountBounds(interval: Interval): Interval {
  const { low, high, summands } = replaceNull(interval, zero)
  const amounts = [toAmount(low), toAmount(high)] as const
  if (amounts.some(Number.isNaN)) return { ...unboundedInterval, canBeNull: false }
  return { low: amounts[0], high: amounts[1], canBeNull: false, summands }
}

/** Bounds of value nodes from the bounds of their parts. The subclasses define which selections are possible. */
export abstract class NodeBounds {
  private readonly bodies = new Map<number, BoundsReader>()
  protected readonly bounding: BoundsContext

  /** `trial` belongs to this object, which changes its selections for each evaluation. */
  constructor(protected readonly trial: ConfigurationState) {
    this.bounding = {
      types: trial.program.types,
      total: (recurring) => () => this.of(totalNode(this.trial.program, recurring ? 1 : 0)),
      operand: (operand) => this.leaf(operand, (binder, bound) => binder.number(bound)),
      codeOperand: (operand) => boundCodeOperand(operand, (read, make) => this.leaf(read, make)),
    }
  }

  /** Bounds of a value node. */
  abstract of(node: number): Interval

  /** Bounds of a measure of a question. */
  protected abstract measure(measureIndex: number): Interval
  protected abstract total(recurring: 0 | 1): Interval
  /** Bounds of an operand that reads a selection. */
  protected abstract selection(question: number, bound: BoundOperand, read: (state: ConfigurationState) => number): BoundsReader

  protected deriveInterval(node: number): Interval {
    const { program } = this.trial
    if (node < program.firstFigure) return roundInterval(this.calculation(node))
    if (node < program.firstTotal) return this.measure(node - program.firstFigure)
    return this.total(node === program.firstTotal ? 0 : 1)
  }

  private calculation(node: number): Interval {
    const source = this.trial.program.source.calculations[node]!
    const bound = this.bodies.get(node) ?? this.bindBody(source) ?? (() => pointInterval(Number.NaN))
    this.bodies.set(node, bound)
    return bound()
  }

  protected bindBody(source: CalculationSource): BoundsReader | null {
    return calculationBounds[source.type](source, this.bounding)
  }

  /** Bounds of a measure of a selected answer. */
  answer(answer: number, measure: number): Interval {
    const { program } = this.trial
    const node = answerCalculation(program, this.trial, answer, measure)
    return node < 0 ? pointInterval(staticMeasure(program, this.trial, answer, measure)) : this.of(node)
  }

  private leaf(operand: Operand, make: ReaderFactory): LeafBounds {
    const recorder = new ReadRecorder()
    const binder = new Binder(this.trial.program, recorder)
    const bound = binder.operand(operand)
    if (bound.is === 'node') return Object.assign((): Interval => this.of(bound.node), { node: true })
    const read = make(binder, bound)
    const [question] = recorder.selections
    return question === undefined ? () => pointInterval(read(this.trial)) : this.selection(question, bound, read)
  }
}

export class ValueBounds extends NodeBounds {
  private readonly free: Uint8Array
  private readonly cache = new Map<number, Interval>()
  /** By node: bounds of values that depend on a single question. They stay valid when other selections change. */
  private readonly single = new Map<number, Interval>()

  /** `trial` contains the selections of the decided questions. Evaluation changes it temporarily and restores it. */
  constructor(
    trial: ConfigurationState,
    private readonly candidates: ReadonlyMap<number, Candidates>,
  ) {
    super(trial)
    this.free = new Uint8Array(trial.program.questions.length)
  }

  /** Sets the undecided questions and clears the cache. Must also be called after every change of the trial state. */
  release(questions: Iterable<number>): void {
    this.free.fill(0)
    for (const question of questions) this.free[question] = 1
    this.cache.clear()
  }

  of(node: number): Interval {
    const interval = this.cache.get(node) ?? this.computeInterval(node)
    this.cache.set(node, interval)
    return interval
  }

  private computeInterval(node: number): Interval {
    const { program } = this.trial
    const reads = questionsOfNode(program, node)
    const free = reads.filter((question) => this.free[question] === 1)
    if (program.looped[node] || free.length === 0) return pointInterval(this.trial.value(node))
    if (reads.length === 1 && this.candidates.get(reads[0]!)?.complete) {
      const single = this.single.get(node) ?? this.table(free, () => this.trial.value(node))
      this.single.set(node, single)
      return single
    }
    // Very deep chains are evaluated one by one, because interval arithmetic would recurse.
    const interval = program.chain ? unboundedInterval : this.deriveInterval(node)
    const combinations = free.reduce((product, question) => product * this.candidateCount(question), 1)
    return interval.summands === null && combinations <= maxCombinations
      ? this.table(free, () => this.trial.value(node))
      : interval
  }

  /** The number of candidate selections. Infinity if the candidates are incomplete. */
  private candidateCount(question: number): number {
    const candidates = this.candidates.get(question)
    return candidates?.complete ? candidates.values.length : Number.POSITIVE_INFINITY
  }

  /** Bounds from evaluating all candidate selections of the questions. */
  private table(questions: readonly number[], read: () => number): Interval {
    const { trial } = this
    const values = function* (this: ValueBounds, at: number): Generator<number> {
      const question = questions[at]
      if (question === undefined) {
        yield read()
        return
      }
      const selection = trial.text[question]!
      for (const value of this.candidates.get(question)!.values) {
        trial.setSelection(question, value)
        yield* values.call(this, at + 1)
      }
      trial.setSelection(question, selection)
    }
    return spanInterval(values.call(this, 0), questions.length === 1 ? new Set(questions) : null)
  }

  protected measure(measureIndex: number): Interval {
    const { program, text, chosen } = this.trial
    const measure = measureIndex % measuresPerQuestion
    const index = (measureIndex - measure) / measuresPerQuestion
    const { source, type, firstAnswer, endAnswer } = program.questions[index]!
    const isFree = this.free[index] === 1
    if (!isFree && text[index] === null) return pointInterval(Number.NaN)
    const calculation = program.figureCalculation[measureIndex]!
    if (calculation >= 0) {
      const interval = roundInterval(multiplyIntervals(this.of(calculation), pointInterval(source.multiplicator)))
      return isFree ? uniteIntervals(interval, pointInterval(Number.NaN)) : interval
    }
    const answers: Interval[] = []
    for (let answer = firstAnswer; answer < endAnswer; answer++)
      if (isFree || chosen[answer]) answers.push(this.answer(answer, measure))
    if (type.multiple) {
      const sum = answers
        .map(amountBounds)
        .map((interval) => (isFree ? { ...uniteIntervals(interval, zero), summands: null } : interval))
        .reduce(addIntervals, pointInterval(0))
      const units = { ...sum, low: sum.low / 10_000, high: sum.high / 10_000 }
      return isFree ? uniteIntervals(units, pointInterval(Number.NaN)) : units
    }
    return isFree ? uniteIntervals(pointInterval(Number.NaN), pointInterval(0), ...answers) : (answers[0] ?? pointInterval(0))
  }

  protected total(recurring: 0 | 1): Interval {
    const { program, group } = this.trial
    let low = toAmount(recurring === 1 ? group.baseRecurring : group.basePrice) || 0
    let high = low
    let size = 0
    let isSum = true
    const adds = new Set<number>()
    for (const index of program.totalParts[recurring]) {
      const part = amountBounds(this.of(measureNode(program, index, recurring)))
      low += part.low
      high += part.high
      isSum &&= part.summands !== null
      size += part.summands?.size ?? 0
      for (const question of part.summands ?? []) adds.add(question)
    }
    return { low: low / 10_000, high: high / 10_000, canBeNull: false, summands: isSum && adds.size === size ? adds : null }
  }

  protected selection(question: number, bound: BoundOperand, read: (state: ConfigurationState) => number): BoundsReader {
    if (this.candidates.get(question)?.complete) {
      let values: Interval | null = null
      return () =>
        this.free[question] === 1 ? (values ??= this.table([question], () => read(this.trial))) : pointInterval(read(this.trial))
    }
    const range = bound.is === 'selection' ? this.entryRange(question) : unboundedInterval
    return () => (this.free[question] === 1 ? range : pointInterval(read(this.trial)))
  }

  /** Bounds of the entries of a question with incomplete candidates: its static limits. */
  private entryRange(question: number): Interval {
    const { source, kind, type } = this.trial.program.questions[question]!
    if (kind !== 'number' || !type.limited) return unboundedInterval
    const low = source.set_min_value === 'static' && source.minval !== null ? source.minval : unboundedInterval.low
    const high = source.set_max_value === 'static' && source.maxval !== null ? source.maxval : unboundedInterval.high
    const range = { ...unboundedInterval, low, high }
    return hasNumbers(range) ? range : pointInterval(Number.NaN)
  }
}
