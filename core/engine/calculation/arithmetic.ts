// The arithmetic operators of formulas and code. Compiles a sequence of terms: `*` and `/` first, left to right.
import type { ArithmeticOperator, Sequence, Term } from './stored.js'

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
