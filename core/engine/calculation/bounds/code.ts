// Bounds of code, computed node by node. Texts are unbounded. Booleans are between 0 and 1, or null.
import type { CodeSource } from '../../program/source.js'
import type { BoundsReader, BodyBounds, BoundsContext } from '../body-bounds.js'
import { parseStoredCode } from '../code-binding.js'
import { type BinaryOperator, type CodeNode, mathFunctions, placeholderQuestion } from '../code-tree.js'
import {
  unboundedInterval,
  uniteIntervals,
  pointInterval,
  type Interval,
  hasNumbers,
  negateInterval,
  divideIntervals,
  addIntervals,
  applyMonotonic,
  multiplyIntervals,
} from '../interval.js'

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

export const codeBounds: BodyBounds = (calculation, bounding) => {
  const { source, tree = null } = parseStoredCode(calculation, bounding.types) ?? {}
  return source && tree ? boundNode(tree, source, bounding) : null
}
