// Parses and serializes stored formulas: a list of terms and operators.
import { isObject } from '../../foundation/json.js'
import type { Arguments } from '../question/operand.js'

export const formulaLimits = { terms: 2_000, depth: 32 } as const

export const arithmeticOperators = ['+', '-', '*', '/'] as const
export type ArithmeticOperator = (typeof arithmeticOperators)[number]

/** Terms with the operators between them: one operator fewer than terms. */
export interface Sequence {
  readonly terms: readonly Term[]
  readonly operators: readonly ArithmeticOperator[]
}

export type Term =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'bracket'; readonly body: Sequence }
  | { readonly kind: 'function'; readonly name: string; readonly parameters: readonly Sequence[] }
  /** A term of a plugin type. `nested`: the stored term used the older form, with its arguments under `data`. */
  | { readonly kind: 'typed'; readonly type: string; readonly args: Arguments; readonly nested: boolean }

/** A stored formula that cannot be parsed. It evaluates to null and is displayed as raw JSON. */
export class MalformedFormula extends Error {}

function isArithmetic(value: unknown): value is ArithmeticOperator {
  return typeof value === 'string' && (arithmeticOperators as readonly string[]).includes(value)
}

class Parser {
  private count = 0

  sequence(tokens: unknown, depth: number): Sequence {
    if (!Array.isArray(tokens)) throw new MalformedFormula()
    if (depth > formulaLimits.depth) throw new MalformedFormula()
    if (tokens.length % 2 === 0) throw new MalformedFormula()
    const terms: Term[] = []
    const operators: ArithmeticOperator[] = []
    for (const [i, token] of tokens.entries()) {
      if (++this.count > formulaLimits.terms) throw new MalformedFormula()
      if (!isObject(token)) throw new MalformedFormula()
      if (i % 2 === 0) terms.push(this.term(token, depth))
      else if (token['type'] === 'Operator' && isArithmetic(token['value'])) operators.push(token['value'])
      else throw new MalformedFormula()
    }
    return { terms, operators }
  }

  private term(token: Readonly<Record<string, unknown>>, depth: number): Term {
    const { type, ...rest } = token
    if (type === 'Number') {
      const value = Number(rest['value'])
      if (rest['value'] === '' || !Number.isFinite(value)) throw new MalformedFormula()
      return { kind: 'number', value }
    }
    if (type === 'Bracket') return { kind: 'bracket', body: this.sequence(rest['terms'], depth + 1) }
    if (type === 'Function') {
      const { name, parameters } = rest
      if (typeof name !== 'string' || !Array.isArray(parameters)) throw new MalformedFormula()
      return { kind: 'function', name, parameters: parameters.map((parameter) => this.sequence(parameter, depth + 1)) }
    }
    if (typeof type !== 'string' || type === 'Operator') throw new MalformedFormula()
    const { data, ...outer } = rest
    const nested = isObject(data) && Object.keys(outer).length === 0
    return { kind: 'typed', type, args: nested ? data : rest, nested }
  }
}

/** Parses stored terms. Returns MalformedFormula on failure. Never throws. */
export function parseFormula(terms: unknown): Sequence | MalformedFormula {
  try {
    return new Parser().sequence(typeof terms === 'string' ? JSON.parse(terms) : terms, 1)
  } catch (error) {
    if (error instanceof MalformedFormula) return error
    if (error instanceof SyntaxError) return new MalformedFormula()
    throw error
  }
}

type Token = Readonly<Record<string, unknown>>

function toToken(term: Term): Token {
  if (term.kind === 'number') return { type: 'Number', value: term.value }
  if (term.kind === 'bracket') return { type: 'Bracket', terms: serializeFormula(term.body) }
  if (term.kind === 'function') return { type: 'Function', name: term.name, parameters: term.parameters.map(serializeFormula) }
  return { type: term.type, ...term.args }
}

/** Serializes a formula in the flat stored form. */
export function serializeFormula(sequence: Sequence): readonly Token[] {
  return sequence.terms.flatMap((term, i) =>
    i === 0 ? [toToken(term)] : [{ type: 'Operator', value: sequence.operators[i - 1]! }, toToken(term)],
  )
}

/** All typed terms of a formula, in order. */
export function* typedTerms(sequence: Sequence): Generator<Extract<Term, { kind: 'typed' }>> {
  for (const term of sequence.terms) {
    if (term.kind === 'typed') yield term
    else if (term.kind === 'bracket') yield* typedTerms(term.body)
    else if (term.kind === 'function') for (const parameter of term.parameters) yield* typedTerms(parameter)
  }
}
