// What code can come to, node by node. A text can be anything; yes and no stand between 0 and 1, or for nothing.
import type { CodeSource } from '../../program/source.js'
import type { BoundRead, BoundBody, Bounding } from '../bound.js'
import { codeOf } from '../code-binding.js'
import { type BinaryOperator, type CodeNode, mathFunctions, questionOf } from '../code-tree.js'
import { anything, either, exactly, type Interval, isNumber, negated, over, plus, rising, times } from '../interval.js'

const yes: Interval = { ...exactly(1), nothing: true }
const no: Interval = { ...exactly(0), nothing: true }
const yesOrNo = either(yes, no)

/** The functions of Math that never fall in any of their parameters. */
const neverFalling: ReadonlySet<string> = new Set(['ceil', 'floor', 'max', 'min', 'round', 'sign', 'trunc'])

function binary(operator: BinaryOperator, left: Interval, right: Interval): Interval {
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
      return left.high < right.low ? yes : left.low >= right.high ? no : yesOrNo
    case '<=':
      return left.high <= right.low ? yes : left.low > right.high ? no : yesOrNo
    case '>':
      return binary('<', right, left)
    case '>=':
      return binary('<=', right, left)
    case '%':
      return anything
    default:
      return yesOrNo
  }
}

function math(name: string, parameters: readonly Interval[]): Interval {
  const { run } = mathFunctions.get(name)!
  if (!neverFalling.has(name) || parameters.some((one) => !isNumber(one))) return anything
  if (parameters.length === 1) return { ...rising(parameters[0]!, run), adds: null }
  const nothing = parameters.some((one) => one.nothing)
  return { low: run(...parameters.map(({ low }) => low)), high: run(...parameters.map(({ high }) => high)), nothing, adds: null }
}

/** What a choice between two comes to; nothing where what it hangs on is nothing. */
function chosen(test: Interval, one: Interval, other: Interval): Interval {
  const result = test.low > 0 || test.high < 0 ? one : test.low === 0 && test.high === 0 ? other : either(one, other)
  return test.nothing ? { ...result, nothing: true } : result
}

function bound(node: CodeNode, source: CodeSource, bounding: Bounding): BoundRead {
  const down = (part: CodeNode): BoundRead => bound(part, source, bounding)
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
      const argument = down(node.argument)
      if (node.operator === '!') return () => yesOrNo
      return node.operator === '-' ? () => negated(argument()) : argument
    }
    case 'binary': {
      const { operator } = node
      const [left, right] = [down(node.left), down(node.right)]
      return () => binary(operator, left(), right())
    }
    case 'logical': {
      const [left, right] = [down(node.left), down(node.right)]
      return () => either(left(), right())
    }
    case 'conditional': {
      const [test, one, other] = [down(node.test), down(node.yes), down(node.no)]
      return () => chosen(test(), one(), other())
    }
    case 'math': {
      const parameters = node.parameters.map(down)
      return () =>
        math(
          node.name,
          parameters.map((parameter) => parameter()),
        )
    }
    case 'call':
      return () => anything
  }
}

export const code: BoundBody = (calculation, bounding) => {
  const { source, tree = null } = codeOf(calculation, bounding.types) ?? {}
  return source && tree ? bound(tree, source, bounding) : null
}
