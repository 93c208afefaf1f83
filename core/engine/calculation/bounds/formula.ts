// Bounds of a formula, computed summand by summand.
import type { EngineTypes } from '../../program/types.js'
import { summandsOf } from '../arithmetic.js'
import type { BoundRead, BoundBody, Bounding } from '../bound.js'
import type { TypedTerm } from '../body.js'
import { sequenceOf } from '../formula-binding.js'
import { anything, either, exactly, instead, type Interval, isNumber, negated, over, plus, times } from '../interval.js'
import type { Arithmetic, Sequence, Term } from '../stored.js'

function boundTyped({ type, args }: TypedTerm, bounding: Bounding): BoundRead {
  const definition = bounding.types.termTypes.get(type)
  if (!definition || !('operand' in definition)) return () => anything
  const operand = definition.operand(args)
  if (!operand) return () => exactly(Number.NaN)
  if (operand.equals !== undefined) {
    const yesOrNo = either(exactly(0), exactly(1))
    return () => yesOrNo
  }
  const read = bounding.operand(operand.reads)
  const fallback = exactly(operand.fallback ?? 0)
  return () => instead(read(), fallback)
}

/** A plugin function is evaluated only if all parameters have a single value. Otherwise its result is unbounded. */
function boundCall(name: string, parameters: readonly BoundRead[], { functions }: EngineTypes): BoundRead {
  const definition = functions.get(name)
  return () => {
    const values = parameters.map((parameter) => parameter())
    if (!definition || values.some((value) => !isNumber(value))) return exactly(Number.NaN)
    if (values.some(({ low, high, nothing }) => nothing || low !== high)) return anything
    return exactly(definition.evaluate(...values.map(({ low }) => low)) ?? 0)
  }
}

function boundTerm(term: Term, bounding: Bounding): BoundRead {
  switch (term.kind) {
    case 'number': {
      const value = exactly(term.value)
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

function boundProduct(factors: readonly BoundRead[], operators: readonly Arithmetic[]): Interval {
  return factors.slice(1).reduce((value, factor, i) => (operators[i] === '*' ? times : over)(value, factor()), factors[0]!())
}

function boundSequence(sequence: Sequence, bounding: Bounding): BoundRead {
  const terms = sequence.terms.map((term) => boundTerm(term, bounding))
  const summands = summandsOf(sequence).map(({ sign, start, end }) => ({
    sign,
    factors: terms.slice(start, end),
    operators: sequence.operators.slice(start, end - 1),
  }))
  return () =>
    summands
      .map(({ sign, factors, operators }) => {
        const value = boundProduct(factors, operators)
        return sign === '-' ? negated(value) : value
      })
      .reduce(plus)
}

export const formulaBounds: BoundBody = (calculation, bounding) => {
  const sequence = sequenceOf(calculation)
  return sequence && boundSequence(sequence, bounding)
}
