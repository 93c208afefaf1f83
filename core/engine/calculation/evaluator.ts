// Compiles formulas and code into closures. NaN represents null; every operation on null gives null.
import { numberOf } from '../question/value.js'
import { type BinaryOperator, type CodeNode, mathFunctions, type Placeholder } from './code-tree.js'
import type { Operand } from '../question/operand.js'
import type { ArithmeticOperator, Sequence, Term } from './stored.js'

export type CodeValue = number | string | boolean
export type ValueReader<S> = (state: S) => CodeValue

/** Compiles the leaves of code for one product. An empty selection reads as 0. */
export interface CodeBinding<S> {
  placeholder(letter: Placeholder): ValueReader<S>
  total(recurring: boolean): ValueReader<S>
  operand(operand: Operand): ValueReader<S>
  /** The implementation of a plugin function. A null result counts as 0. */
  callable(name: string): (...parameters: readonly number[]) => number | null
}

const isNull = (value: CodeValue): boolean => typeof value === 'number' && Number.isNaN(value)

/** The value as a number. NaN for a text that is not numeric. */
function numeric(value: CodeValue): number {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : (numberOf(value) ?? Number.NaN)
}

/** Applies a binary operator. If an operand is null, the result is null. A number and a text are compared as numbers. */
function applyBinary(operator: BinaryOperator, left: CodeValue, right: CodeValue): CodeValue {
  if (isNull(left) || isNull(right)) return Number.NaN
  switch (operator) {
    case '+':
      return numeric(left) + numeric(right)
    case '-':
      return numeric(left) - numeric(right)
    case '*':
      return numeric(left) * numeric(right)
    case '/':
      return numeric(right) === 0 ? Number.NaN : numeric(left) / numeric(right)
    case '%':
      return numeric(right) === 0 ? Number.NaN : numeric(left) % numeric(right)
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      return typeof left === typeof right ? left === right : numeric(left) === numeric(right)
    case '!=':
      return typeof left === typeof right ? left !== right : numeric(left) !== numeric(right)
    default:
      return compareOrder(operator, left, right)
  }
}

function compareOrder(operator: '<' | '<=' | '>' | '>=', left: CodeValue, right: CodeValue): boolean {
  const texts = typeof left === 'string' && typeof right === 'string'
  const a = texts ? left : numeric(left)
  const b = texts ? right : numeric(right)
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

function applyUnary(operator: '-' | '+' | '!', value: CodeValue): CodeValue {
  if (isNull(value)) return value
  if (operator === '!') return !value
  return operator === '-' ? -numeric(value) : numeric(value)
}

/** Calls a numeric function. A null parameter gives null; a null result counts as 0. */
function applyCall(run: (...parameters: readonly number[]) => number | null, parameters: readonly CodeValue[]): number {
  const numbers = parameters.map(numeric)
  return numbers.some(Number.isNaN) ? Number.NaN : (run(...numbers) ?? 0)
}

/** Compiles a tree into one closure. */
export function compileCode<S>(node: CodeNode, binding: CodeBinding<S>): ValueReader<S> {
  const down = (part: CodeNode): ValueReader<S> => compileCode(part, binding)
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'placeholder':
      return binding.placeholder(node.letter)
    case 'total':
      return binding.total(node.recurring)
    case 'read':
      return binding.operand(node.operand)
    case 'unary': {
      const { operator } = node
      const argument = down(node.argument)
      return (state) => applyUnary(operator, argument(state))
    }
    case 'binary': {
      const { operator } = node
      const left = down(node.left)
      const right = down(node.right)
      return (state) => applyBinary(operator, left(state), right(state))
    }
    case 'logical': {
      const both = node.operator === '&&'
      const left = down(node.left)
      const right = down(node.right)
      return (state) => {
        const value = left(state)
        return isNull(value) || Boolean(value) !== both ? value : right(state)
      }
    }
    case 'conditional': {
      const test = down(node.test)
      const yes = down(node.yes)
      const no = down(node.no)
      return (state) => {
        const value = test(state)
        if (isNull(value)) return Number.NaN
        return value ? yes(state) : no(state)
      }
    }
    case 'call':
    case 'math': {
      const run = node.kind === 'math' ? mathFunctions.get(node.name)!.run : binding.callable(node.name)
      const parameters = node.parameters.map(down)
      return (state) =>
        applyCall(
          run,
          parameters.map((parameter) => parameter(state)),
        )
    }
  }
}

/** The result of a whole body. Only a number is a result; a text or boolean gives null. */
export function toCodeResult(value: CodeValue): number {
  return typeof value === 'number' ? value : Number.NaN
}

// Formulas: `*` and `/` first, left to right.

/** NaN represents null during evaluation. A division by zero and a value that is not a number both give NaN. */
function applyOperator(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? Number.NaN : left / right
  }
}

/** One summand of a sequence: the terms from `start` (inclusive) to `end` (exclusive), added or subtracted. */
interface Summand {
  readonly sign: '+' | '-'
  readonly start: number
  readonly end: number
}

/** Splits a sequence at its additions and subtractions. */
export function splitSummands(sequence: Sequence): readonly Summand[] {
  const summands: Summand[] = []
  let start = 0
  let sign: '+' | '-' = '+'
  for (const [i, operator] of sequence.operators.entries()) {
    if (operator !== '+' && operator !== '-') continue
    summands.push({ sign, start, end: i + 1 })
    start = i + 1
    sign = operator
  }
  summands.push({ sign, start, end: sequence.terms.length })
  return summands
}

/** Reads a number from an evaluation state. NaN means null. */
export type NumberReader<S> = (state: S) => number

/** Compiles the leaves of a formula for one product. */
export interface FormulaBinding<S> {
  typed(term: Extract<Term, { kind: 'typed' }>): NumberReader<S>
  call(name: string, parameters: readonly NumberReader<S>[]): NumberReader<S>
}

/** Compiles a sequence into one closure. */
export function compileSequence<S>(sequence: Sequence, binding: FormulaBinding<S>): NumberReader<S> {
  const reads = sequence.terms.map((term) => compileTerm(term, binding))
  const summands = splitSummands(sequence).map(({ sign, start, end }) => ({
    sign,
    read: compileProduct(reads.slice(start, end), sequence.operators.slice(start, end - 1)),
  }))
  const first = summands[0]!.read
  if (summands.length === 1) return first
  const rest = summands.slice(1).map(({ read }) => read)
  const subtract = summands.slice(1).map(({ sign }) => sign === '-')
  return (state) => {
    let sum = first(state)
    for (let i = 0; i < rest.length; i++) {
      const value = rest[i]!(state)
      sum = subtract[i] ? sum - value : sum + value
    }
    return sum
  }
}

function compileProduct<S>(reads: readonly NumberReader<S>[], operators: readonly ArithmeticOperator[]): NumberReader<S> {
  const first = reads[0]!
  if (reads.length === 1) return first
  return (state) => {
    let value = first(state)
    for (let i = 0; i < operators.length; i++) value = applyOperator(operators[i]!, value, reads[i + 1]!(state))
    return value
  }
}

function compileTerm<S>(term: Term, binding: FormulaBinding<S>): NumberReader<S> {
  switch (term.kind) {
    case 'number': {
      const { value } = term
      return () => value
    }
    case 'bracket':
      return compileSequence(term.body, binding)
    case 'function':
      return binding.call(
        term.name,
        term.parameters.map((parameter) => compileSequence(parameter, binding)),
      )
    case 'typed':
      return binding.typed(term)
  }
}
