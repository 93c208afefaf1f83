// The bounds of calculation bodies: their possible values while some questions are undecided.
import type { CalculationSource, CodeSource, BodyType, EngineTypes } from '../program/source.js'
import type { Operand } from '../question/operand.js'
import { parseStoredCode, type TypedTerm, parseStoredSequence } from './bodies.js'
import { type BinaryOperator, type CodeNode, mathFunctions, placeholderQuestion } from './code-tree.js'
import { splitSummands } from './evaluator.js'
import type { ArithmeticOperator, Sequence, Term } from './stored.js'
import { compileMatrix } from './matrix.js'
import {
  type Interval,
  unboundedInterval,
  pointInterval,
  spanInterval,
  hasNumbers,
  replaceNull,
  uniteIntervals,
  addIntervals,
  negateInterval,
  multiplyIntervals,
  divideIntervals,
  applyMonotonic,
} from './interval.js'

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
