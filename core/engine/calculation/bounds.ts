// The bounds of calculation bodies: their possible values while some questions are undecided.
import type { CalculationSource, CodeSource, BodyType, EngineTypes } from '../program/source.js'
import type { Operand } from '../question/operand.js'
import { parseStoredCode, type TypedTerm, parseStoredSequence } from './bodies.js'
import { type BinaryOperator, type CodeNode, mathFunctions, placeholderQuestion } from './code-tree.js'
import { splitSummands } from './evaluator.js'
import type { ArithmeticOperator, Sequence, Term } from './stored.js'
import { compileMatrix } from './matrix.js'
import { roundResult } from '../money/amount.js'

/** Interval arithmetic: the possible values of an expression while some questions are undecided. */
export interface Interval {
  /** Greater than `high` if the value cannot be a number. */
  readonly low: number
  readonly high: number
  /** True if the value can be null. */
  readonly canBeNull: boolean
  /**
   * The undecided questions that the value adds up, one summand each. The bounds of such a sum are reachable. Null if the
   * value is not known to be such a sum.
   */
  readonly summands: ReadonlySet<number> | null
}

const noQuestions: ReadonlySet<number> = new Set()

export const unboundedInterval: Interval = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  canBeNull: true,
  summands: null,
}

const absent: Interval = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, canBeNull: true, summands: noQuestions }

/** The interval of a single value; NaN for null. */
export function pointInterval(value: number): Interval {
  return Number.isNaN(value) ? absent : { low: value, high: value, canBeNull: false, summands: noQuestions }
}

/** The interval of a list of values. */
export function spanInterval(values: Iterable<number>, adds: ReadonlySet<number> | null): Interval {
  let { low, high, nothing } = { ...absent, nothing: false }
  for (const value of values) {
    if (Number.isNaN(value)) nothing = true
    low = Math.min(low, Number.isNaN(value) ? low : value)
    high = Math.max(high, Number.isNaN(value) ? high : value)
  }
  return { low, high, canBeNull: nothing, summands: adds }
}

export const hasNumbers = ({ low, high }: Interval): boolean => low <= high

const isSingleValue = (interval: Interval): boolean => interval.low === interval.high && !interval.canBeNull

/** Replaces null by a fallback value. Bounds remain reachable only for a single question. */
export function replaceNull(interval: Interval, fallback: Interval): Interval {
  if (!interval.canBeNull) return interval
  const adds = interval.summands !== null && interval.summands.size <= 1 ? interval.summands : null
  return { ...uniteIntervals(interval, fallback), canBeNull: fallback.canBeNull, summands: adds }
}

/** The union of intervals. */
export function uniteIntervals(...intervals: readonly Interval[]): Interval {
  if (intervals.length === 1) return intervals[0]!
  return {
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
    canBeNull: intervals.some(({ canBeNull }) => canBeNull),
    summands: null,
  }
}

function joinSummands(a: Interval, b: Interval): Interval['summands'] {
  if (a.summands === null || b.summands === null) return null
  if (a.summands.size === 0 || b.summands.size === 0) return a.summands.size === 0 ? b.summands : a.summands
  const both = new Set([...a.summands, ...b.summands])
  return both.size === a.summands.size + b.summands.size ? both : null
}

/**
 * Computes the bounds with the same operations in the same order as the values, so rounding cannot move a value out of bounds.
 */
export function addIntervals(a: Interval, b: Interval): Interval {
  if (!hasNumbers(a) || !hasNumbers(b)) return absent
  return { low: a.low + b.low, high: a.high + b.high, canBeNull: a.canBeNull || b.canBeNull, summands: joinSummands(a, b) }
}

export function negateInterval({ low, high, canBeNull, summands }: Interval): Interval {
  return { low: -high, high: -low, canBeNull, summands }
}

function combineBounds(a: Interval, b: Interval, run: (x: number, y: number) => number): Interval {
  if (!hasNumbers(a) || !hasNumbers(b)) return absent
  // 0 times infinity is 0 here, because every actual value is finite.
  const ends = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => run(x, y))).map((end) => (Number.isNaN(end) ? 0 : end))
  const adds = isSingleValue(b) ? a.summands : isSingleValue(a) ? b.summands : null
  return { low: Math.min(...ends), high: Math.max(...ends), canBeNull: a.canBeNull || b.canBeNull, summands: adds }
}

export const multiplyIntervals = (a: Interval, b: Interval): Interval => combineBounds(a, b, (x, y) => x * y)

export function divideIntervals(a: Interval, b: Interval): Interval {
  if (b.low === 0 && b.high === 0) return absent
  if (b.low <= 0 && b.high >= 0) return unboundedInterval
  return { ...combineBounds(a, b, (x, y) => x / y), ...(isSingleValue(b) ? {} : { summands: null }) }
}

/** Applies a non-decreasing function to both bounds. */
export function applyMonotonic(interval: Interval, run: (x: number) => number): Interval {
  if (!hasNumbers(interval)) return interval
  const [low, high] = [run(interval.low), run(interval.high)]
  return Number.isNaN(low) || Number.isNaN(high) ? unboundedInterval : { ...interval, low, high }
}

/** Rounds the interval like the result of a calculation. An infinite result is null. */
export function roundInterval(interval: Interval): Interval {
  const isInfinite = hasNumbers(interval) && !(Number.isFinite(interval.low) && Number.isFinite(interval.high))
  const rounded = applyMonotonic(interval, (x) => (Number.isFinite(x) ? roundResult(x) : x))
  return isInfinite ? { ...rounded, canBeNull: true } : rounded
}

/** Computes the possible values for the currently undecided questions. The interval may be too wide, never too narrow. */
export type BoundsReader = () => Interval

/** Supplies the bounds of a body's leaves. */
export interface BoundsContext {
  readonly types: EngineTypes
  /** Bounds of `Total` or `TotalRecurring`. */
  total(recurring: boolean): BoundsReader
  operand(operand: Operand): BoundsReader
  /** Bounds of an operand in code, where a missing value counts as 0 and a text can have any value. */
  codeOperand(operand: Operand): BoundsReader
}

/** Returns null if the calculation has no body of this type or the body is malformed. */
type BodyBounds = (calculation: CalculationSource, bounding: BoundsContext) => BoundsReader | null

// Bounds of code, computed node by node. Texts are unbounded. Booleans are between 0 and 1, or null.

const trueOrNull: Interval = { ...pointInterval(1), canBeNull: true }
const falseOrNull: Interval = { ...pointInterval(0), canBeNull: true }
const trueOrFalse = uniteIntervals(trueOrNull, falseOrNull)

/** The Math functions that are non-decreasing in every parameter. */
const nonDecreasing: ReadonlySet<string> = new Set(['ceil', 'floor', 'max', 'min', 'round', 'sign', 'trunc'])

function boundBinary(operator: BinaryOperator, left: Interval, right: Interval): Interval {
  switch (operator) {
    case '+':
      return addIntervals(left, right)
    case '-':
      return addIntervals(left, negateInterval(right))
    case '*':
      return multiplyIntervals(left, right)
    case '/':
      return divideIntervals(left, right)
    case '<':
      return left.high < right.low ? trueOrNull : left.low >= right.high ? falseOrNull : trueOrFalse
    case '<=':
      return left.high <= right.low ? trueOrNull : left.low > right.high ? falseOrNull : trueOrFalse
    case '>':
      return boundBinary('<', right, left)
    case '>=':
      return boundBinary('<=', right, left)
    case '%':
      return unboundedInterval
    default:
      return trueOrFalse
  }
}

function boundMath(name: string, parameters: readonly Interval[]): Interval {
  const { run } = mathFunctions.get(name)!
  if (!nonDecreasing.has(name) || parameters.some((parameter) => !hasNumbers(parameter))) return unboundedInterval
  if (parameters.length === 1) return { ...applyMonotonic(parameters[0]!, run), summands: null }
  const nothing = parameters.some((parameter) => parameter.canBeNull)
  return {
    low: run(...parameters.map(({ low }) => low)),
    high: run(...parameters.map(({ high }) => high)),
    canBeNull: nothing,
    summands: null,
  }
}

/** Bounds of a conditional expression. Null is possible if the condition can be null. */
function boundConditional(test: Interval, whenTrue: Interval, whenFalse: Interval): Interval {
  const result =
    test.low > 0 || test.high < 0 ? whenTrue : test.low === 0 && test.high === 0 ? whenFalse : uniteIntervals(whenTrue, whenFalse)
  return test.canBeNull ? { ...result, canBeNull: true } : result
}

function boundNode(node: CodeNode, source: CodeSource, bounding: BoundsContext): BoundsReader {
  const boundChild = (part: CodeNode): BoundsReader => boundNode(part, source, bounding)
  switch (node.kind) {
    case 'literal': {
      const value = typeof node.value === 'number' ? pointInterval(node.value) : unboundedInterval
      return () => value
    }
    case 'placeholder': {
      const question = placeholderQuestion(source, node.letter)
      return question === null ? () => pointInterval(0) : bounding.codeOperand({ question, field: 'selected' })
    }
    case 'total':
      return bounding.total(node.recurring)
    case 'read':
      return bounding.codeOperand(node.operand)
    case 'unary': {
      const argument = boundChild(node.argument)
      if (node.operator === '!') return () => trueOrFalse
      return node.operator === '-' ? () => negateInterval(argument()) : argument
    }
    case 'binary': {
      const { operator } = node
      const [left, right] = [boundChild(node.left), boundChild(node.right)]
      return () => boundBinary(operator, left(), right())
    }
    case 'logical': {
      const [left, right] = [boundChild(node.left), boundChild(node.right)]
      return () => uniteIntervals(left(), right())
    }
    case 'conditional': {
      const [test, whenTrue, whenFalse] = [boundChild(node.test), boundChild(node.yes), boundChild(node.no)]
      return () => boundConditional(test(), whenTrue(), whenFalse())
    }
    case 'math': {
      const parameters = node.parameters.map(boundChild)
      return () =>
        boundMath(
          node.name,
          parameters.map((parameter) => parameter()),
        )
    }
    case 'call':
      return () => unboundedInterval
  }
}

const codeBounds: BodyBounds = (calculation, bounding) => {
  const { source, tree = null } = parseStoredCode(calculation, bounding.types) ?? {}
  return source && tree ? boundNode(tree, source, bounding) : null
}

// Bounds of a formula, computed summand by summand.

function boundTyped({ type, args }: TypedTerm, bounding: BoundsContext): BoundsReader {
  const definition = bounding.types.termTypes.get(type)
  if (!definition || !('operand' in definition)) return () => unboundedInterval
  const operand = definition.operand(args)
  if (!operand) return () => pointInterval(Number.NaN)
  if (operand.equals !== undefined) {
    const yesOrNo = uniteIntervals(pointInterval(0), pointInterval(1))
    return () => yesOrNo
  }
  const read = bounding.operand(operand.reads)
  const fallback = pointInterval(operand.fallback ?? 0)
  return () => replaceNull(read(), fallback)
}

/** A plugin function is evaluated only if all parameters have a single value. Otherwise its result is unbounded. */
function boundCall(name: string, parameters: readonly BoundsReader[], { functions }: EngineTypes): BoundsReader {
  const definition = functions.get(name)
  return () => {
    const values = parameters.map((parameter) => parameter())
    if (!definition || values.some((value) => !hasNumbers(value))) return pointInterval(Number.NaN)
    if (values.some(({ low, high, canBeNull }) => canBeNull || low !== high)) return unboundedInterval
    return pointInterval(definition.evaluate(...values.map(({ low }) => low)) ?? 0)
  }
}

function boundTerm(term: Term, bounding: BoundsContext): BoundsReader {
  switch (term.kind) {
    case 'number': {
      const value = pointInterval(term.value)
      return () => value
    }
    case 'bracket':
      return boundSequence(term.body, bounding)
    case 'function':
      return boundCall(
        term.name,
        term.parameters.map((parameter) => boundSequence(parameter, bounding)),
        bounding.types,
      )
    case 'typed':
      return boundTyped(term, bounding)
  }
}

function boundProduct(factors: readonly BoundsReader[], operators: readonly ArithmeticOperator[]): Interval {
  return factors
    .slice(1)
    .reduce((value, factor, i) => (operators[i] === '*' ? multiplyIntervals : divideIntervals)(value, factor()), factors[0]!())
}

function boundSequence(sequence: Sequence, bounding: BoundsContext): BoundsReader {
  const terms = sequence.terms.map((term) => boundTerm(term, bounding))
  const summands = splitSummands(sequence).map(({ sign, start, end }) => ({
    sign,
    factors: terms.slice(start, end),
    operators: sequence.operators.slice(start, end - 1),
  }))
  return () =>
    summands
      .map(({ sign, factors, operators }) => {
        const value = boundProduct(factors, operators)
        return sign === '-' ? negateInterval(value) : value
      })
      .reduce(addIntervals)
}

const formulaBounds: BodyBounds = (calculation, bounding) => {
  const sequence = parseStoredSequence(calculation)
  return sequence && boundSequence(sequence, bounding)
}

// Bounds of a matrix: any of its cells, or null.

const matrixBounds: BodyBounds = ({ matrix: source }) => {
  if (!source) return null
  const cell = { ...spanInterval(compileMatrix(source).values, null), nothing: true }
  return () => cell
}

// The bounds of calculation bodies, by calculation type.

export const calculationBounds: Readonly<Record<BodyType, BodyBounds>> = {
  formula: formulaBounds,
  matrix: matrixBounds,
  code: codeBounds,
}
