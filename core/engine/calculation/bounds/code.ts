// Bounds of code, computed node by node. Texts are unbounded. Booleans are between 0 and 1, or null.
import type { CodeSource } from '../../program/source.js'
import type { BoundRead, BoundBody, Bounding } from '../bound.js'
import { codeOf } from '../code-binding.js'
import { type BinaryOperator, type CodeNode, mathFunctions, questionOf } from '../code-tree.js'
import { anything, either, exactly, type Interval, isNumber, negated, over, plus, rising, times } from '../interval.js'

const trueOrNull: Interval = { ...exactly(1), nothing: true }
const falseOrNull: Interval = { ...exactly(0), nothing: true }
const trueOrFalse = either(trueOrNull, falseOrNull)

/** The Math functions that are non-decreasing in every parameter. */
const nonDecreasing: ReadonlySet<string> = new Set(['ceil', 'floor', 'max', 'min', 'round', 'sign', 'trunc'])

function boundBinary(operator: BinaryOperator, left: Interval, right: Interval): Interval {
  switch (operator) {
    case '+':
      return plus(left, right)
    case '-':
      return plus(left, negated(right))
    case '*':
      return times(left, right)
    case '/':
      return over(left, right)
    case '<':
      return left.high < right.low ? trueOrNull : left.low >= right.high ? falseOrNull : trueOrFalse
    case '<=':
      return left.high <= right.low ? trueOrNull : left.low > right.high ? falseOrNull : trueOrFalse
    case '>':
      return boundBinary('<', right, left)
    case '>=':
      return boundBinary('<=', right, left)
    case '%':
      return anything
    default:
      return trueOrFalse
  }
}

function boundMath(name: string, parameters: readonly Interval[]): Interval {
  const { run } = mathFunctions.get(name)!
  if (!nonDecreasing.has(name) || parameters.some((parameter) => !isNumber(parameter))) return anything
  if (parameters.length === 1) return { ...rising(parameters[0]!, run), adds: null }
  const nothing = parameters.some((parameter) => parameter.nothing)
  return { low: run(...parameters.map(({ low }) => low)), high: run(...parameters.map(({ high }) => high)), nothing, adds: null }
}

/** Bounds of a conditional expression. Null is possible if the condition can be null. */
function boundConditional(test: Interval, whenTrue: Interval, whenFalse: Interval): Interval {
  const result =
    test.low > 0 || test.high < 0 ? whenTrue : test.low === 0 && test.high === 0 ? whenFalse : either(whenTrue, whenFalse)
  return test.nothing ? { ...result, nothing: true } : result
}

function boundNode(node: CodeNode, source: CodeSource, bounding: Bounding): BoundRead {
  const boundChild = (part: CodeNode): BoundRead => boundNode(part, source, bounding)
  switch (node.kind) {
    case 'literal': {
      const value = typeof node.value === 'number' ? exactly(node.value) : anything
      return () => value
    }
    case 'placeholder': {
      const question = questionOf(source, node.letter)
      return question === null ? () => exactly(0) : bounding.codeOperand({ question, field: 'selected' })
    }
    case 'total':
      return bounding.total(node.recurring)
    case 'read':
      return bounding.codeOperand(node.operand)
    case 'unary': {
      const argument = boundChild(node.argument)
      if (node.operator === '!') return () => trueOrFalse
      return node.operator === '-' ? () => negated(argument()) : argument
    }
    case 'binary': {
      const { operator } = node
      const [left, right] = [boundChild(node.left), boundChild(node.right)]
      return () => boundBinary(operator, left(), right())
    }
    case 'logical': {
      const [left, right] = [boundChild(node.left), boundChild(node.right)]
      return () => either(left(), right())
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
      return () => anything
  }
}

export const codeBounds: BoundBody = (calculation, bounding) => {
  const { source, tree = null } = codeOf(calculation, bounding.types) ?? {}
  return source && tree ? boundNode(tree, source, bounding) : null
}
