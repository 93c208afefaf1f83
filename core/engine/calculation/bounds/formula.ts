// Bounds of a formula, computed summand by summand.
import type { EngineTypes } from '../../program/engine-types.js'
import { splitSummands } from '../arithmetic.js'
import type { BoundsReader, BodyBounds, BoundsContext } from '../body-bounds.js'
import type { TypedTerm } from '../body.js'
import { parseStoredSequence } from '../formula-binding.js'
import {
  unboundedInterval,
  uniteIntervals,
  pointInterval,
  replaceNull,
  type Interval,
  hasNumbers,
  negateInterval,
  divideIntervals,
  addIntervals,
  multiplyIntervals,
} from '../interval.js'
import type { ArithmeticOperator, Sequence, Term } from '../stored.js'

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

export const formulaBounds: BodyBounds = (calculation, bounding) => {
  const sequence = parseStoredSequence(calculation)
  return sequence && boundSequence(sequence, bounding)
}
