// What a formula can come to, summand by summand.
import type { EngineTypes } from '../../program/types.js'
import { summandsOf } from '../arithmetic.js'
import type { BoundRead, BoundBody, Bounding } from '../bound.js'
import type { TypedTerm } from '../body.js'
import { sequenceOf } from '../formula-binding.js'
import { anything, either, exactly, instead, type Interval, isNumber, negated, over, plus, times } from '../interval.js'
import type { Arithmetic, Sequence, Term } from '../stored.js'

function typed({ type, args }: TypedTerm, bounding: Bounding): BoundRead {
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

/** A function that a plugin brings is only known where its parameters are. */
function called(name: string, parameters: readonly BoundRead[], { functions }: EngineTypes): BoundRead {
  const definition = functions.get(name)
  return () => {
    const given = parameters.map((parameter) => parameter())
    if (!definition || given.some((one) => !isNumber(one))) return exactly(Number.NaN)
    if (given.some(({ low, high, nothing }) => nothing || low !== high)) return anything
    return exactly(definition.evaluate(...given.map(({ low }) => low)) ?? 0)
  }
}

function term(one: Term, bounding: Bounding): BoundRead {
  switch (one.kind) {
    case 'number': {
      const value = exactly(one.value)
      return () => value
    }
    case 'bracket':
      return sequence(one.body, bounding)
    case 'function':
      return called(
        one.name,
        one.parameters.map((parameter) => sequence(parameter, bounding)),
        bounding.types,
      )
    case 'typed':
      return typed(one, bounding)
  }
}

function product(factors: readonly BoundRead[], operators: readonly Arithmetic[]): Interval {
  return factors.slice(1).reduce((value, factor, i) => (operators[i] === '*' ? times : over)(value, factor()), factors[0]!())
}

function sequence(own: Sequence, bounding: Bounding): BoundRead {
  const terms = own.terms.map((one) => term(one, bounding))
  const summands = summandsOf(own).map(({ sign, start, end }) => ({
    sign,
    factors: terms.slice(start, end),
    operators: own.operators.slice(start, end - 1),
  }))
  return () =>
    summands
      .map(({ sign, factors, operators }) => {
        const value = product(factors, operators)
        return sign === '-' ? negated(value) : value
      })
      .reduce(plus)
}

export const formula: BoundBody = (calculation, bounding) => {
  const own = sequenceOf(calculation)
  return own && sequence(own, bounding)
}
