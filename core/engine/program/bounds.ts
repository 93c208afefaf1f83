// Bounds of the values of a configuration while some questions are undecided and all others keep their selections.
import type { BoundRead, Bounding } from '../calculation/bound.js'
import { bounds } from '../calculation/bounds/index.js'
import {
  among,
  anything,
  either,
  exactly,
  instead,
  type Interval,
  isNumber,
  plus,
  settled,
  times,
} from '../calculation/interval.js'
import { toAmount } from '../money/amount.js'
import type { Operand } from '../question/operand.js'
import { Binder } from './bind.js'
import type { Candidates } from './candidates.js'
import { codeLeaf, type Leaf, type MakeRead } from './code-leaf.js'
import { answerCalculation, staticFigure } from './figures.js'
import { figureNode, figuresPerQuestion, totalNode } from './program.js'
import { questionsOfNode, Recorder } from './reads.js'
import type { State } from './state.js'

/** Maximum number of combinations of selections that are evaluated one by one. */
const maxCombinations = 64

const zero = exactly(0)

/** The bounds as amounts in a sum. Null counts as 0. Unbounded if too large to be exact. */
function amountBounds(interval: Interval): Interval {
  const { low, high, adds } = instead(interval, zero)
  const amounts = [toAmount(low), toAmount(high)] as const
  if (amounts.some(Number.isNaN)) return { ...anything, nothing: false }
  return { low: amounts[0], high: amounts[1], nothing: false, adds }
}

export class ValueBounds {
  private readonly free: Uint8Array
  private readonly cache = new Map<number, Interval>()
  /** By node: bounds of values that depend on a single question. They stay valid when other selections change. */
  private readonly single = new Map<number, Interval>()
  private readonly bodies = new Map<number, BoundRead>()
  private readonly bounding: Bounding

  /** `trial` contains the selections of the decided questions. Evaluation changes it temporarily and restores it. */
  constructor(
    private readonly trial: State,
    private readonly candidates: ReadonlyMap<number, Candidates>,
  ) {
    this.free = new Uint8Array(trial.program.questions.length)
    this.bounding = {
      types: trial.program.types,
      total: (recurring) => () => this.of(totalNode(this.trial.program, recurring ? 1 : 0)),
      operand: (operand) => this.leaf(operand, (binder, bound) => binder.number(bound)),
      codeOperand: (operand) => codeLeaf(operand, (read, make) => this.leaf(read, make)),
    }
  }

  /** Sets the undecided questions and clears the cache. Must also be called after every change of the trial state. */
  release(questions: Iterable<number>): void {
    this.free.fill(0)
    for (const question of questions) this.free[question] = 1
    this.cache.clear()
  }

  /** Bounds of a value node. */
  of(node: number): Interval {
    const interval = this.cache.get(node) ?? this.computeInterval(node)
    this.cache.set(node, interval)
    return interval
  }

  private computeInterval(node: number): Interval {
    const { program } = this.trial
    const reads = questionsOfNode(program, node)
    const free = reads.filter((question) => this.free[question] === 1)
    if (program.looped[node] || free.length === 0) return exactly(this.trial.value(node))
    if (reads.length === 1 && this.candidates.get(reads[0]!)?.complete) {
      const single = this.single.get(node) ?? this.table(free, () => this.trial.value(node))
      this.single.set(node, single)
      return single
    }
    // Very deep chains are evaluated one by one, because interval arithmetic would recurse.
    const interval = program.chain ? anything : this.deriveInterval(node)
    const combinations = free.reduce((product, question) => product * this.candidateCount(question), 1)
    return interval.adds === null && combinations <= maxCombinations ? this.table(free, () => this.trial.value(node)) : interval
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
        trial.hold(question, value)
        yield* values.call(this, at + 1)
      }
      trial.hold(question, selection)
    }
    return among(values.call(this, 0), questions.length === 1 ? new Set(questions) : null)
  }

  private deriveInterval(node: number): Interval {
    const { program } = this.trial
    if (node < program.firstFigure) return settled(this.calculation(node))
    if (node < program.firstTotal) return this.measure(node - program.firstFigure)
    return this.total(node === program.firstTotal ? 0 : 1)
  }

  private calculation(node: number): Interval {
    const source = this.trial.program.source.calculations[node]!
    const bound = this.bodies.get(node) ?? bounds[source.type](source, this.bounding) ?? (() => exactly(Number.NaN))
    this.bodies.set(node, bound)
    return bound()
  }

  private measure(measureIndex: number): Interval {
    const { program, text, chosen } = this.trial
    const measure = measureIndex % figuresPerQuestion
    const index = (measureIndex - measure) / figuresPerQuestion
    const { source, type, firstAnswer, endAnswer } = program.questions[index]!
    const isFree = this.free[index] === 1
    if (!isFree && text[index] === null) return exactly(Number.NaN)
    const calculation = program.figureCalculation[measureIndex]!
    if (calculation >= 0) {
      const interval = settled(times(this.of(calculation), exactly(source.multiplicator)))
      return isFree ? either(interval, exactly(Number.NaN)) : interval
    }
    const answers: Interval[] = []
    for (let answer = firstAnswer; answer < endAnswer; answer++)
      if (isFree || chosen[answer]) answers.push(this.answer(answer, measure))
    if (type.multiple) {
      const sum = answers
        .map(amountBounds)
        .map((interval) => (isFree ? { ...either(interval, zero), adds: null } : interval))
        .reduce(plus, exactly(0))
      const units = { ...sum, low: sum.low / 10_000, high: sum.high / 10_000 }
      return isFree ? either(units, exactly(Number.NaN)) : units
    }
    return isFree ? either(exactly(Number.NaN), exactly(0), ...answers) : (answers[0] ?? exactly(0))
  }

  private answer(answer: number, measure: number): Interval {
    const { program } = this.trial
    const node = answerCalculation(program, this.trial, answer, measure)
    return node < 0 ? exactly(staticFigure(program, this.trial, answer, measure)) : this.of(node)
  }

  private total(recurring: 0 | 1): Interval {
    const { program, group } = this.trial
    let low = toAmount(recurring === 1 ? group.baseRecurring : group.basePrice) || 0
    let high = low
    let size = 0
    let isSum = true
    const adds = new Set<number>()
    for (const index of program.totalParts[recurring]) {
      const part = amountBounds(this.of(figureNode(program, index, recurring)))
      low += part.low
      high += part.high
      isSum &&= part.adds !== null
      size += part.adds?.size ?? 0
      for (const question of part.adds ?? []) adds.add(question)
    }
    return { low: low / 10_000, high: high / 10_000, nothing: false, adds: isSum && adds.size === size ? adds : null }
  }

  private leaf(operand: Operand, make: MakeRead): Leaf {
    const recorder = new Recorder()
    const binder = new Binder(this.trial.program, recorder)
    const bound = binder.operand(operand)
    if (bound.is === 'node') return Object.assign((): Interval => this.of(bound.node), { node: true })
    const read = make(binder, bound)
    const [question] = recorder.selections
    if (question === undefined) return () => exactly(read(this.trial))
    if (this.candidates.get(question)?.complete) {
      let values: Interval | null = null
      return () =>
        this.free[question] === 1 ? (values ??= this.table([question], () => read(this.trial))) : exactly(read(this.trial))
    }
    const range = bound.is === 'selection' ? this.entryRange(question) : anything
    return () => (this.free[question] === 1 ? range : exactly(read(this.trial)))
  }

  /** Bounds of the entries of a question with incomplete candidates: its static limits. */
  private entryRange(question: number): Interval {
    const { source, kind, type } = this.trial.program.questions[question]!
    if (kind !== 'number' || !type.limited) return anything
    const low = source.set_min_value === 'static' && source.minval !== null ? source.minval : anything.low
    const high = source.set_max_value === 'static' && source.maxval !== null ? source.maxval : anything.high
    const range = { ...anything, low, high }
    return isNumber(range) ? range : exactly(Number.NaN)
  }
}
