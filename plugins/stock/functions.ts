// Functions of formulas: max, min, round.
import type { FunctionDefinition } from 'product-configurator-service'

/** max(a, b, …): the largest of two or more numbers. */
const max: FunctionDefinition = {
  name: 'max',
  description: 'The largest of two or more numbers.',
  required: 2,
  optional: 'any',
  evaluate: (...values) => Math.max(...values),
}

/** min(a, b, …): the smallest of two or more numbers. */
const min: FunctionDefinition = {
  name: 'min',
  description: 'The smallest of two or more numbers.',
  required: 2,
  optional: 'any',
  evaluate: (...values) => Math.min(...values),
}

/** round(value, places?): rounds half away from zero. */
const round: FunctionDefinition = {
  name: 'round',
  description: 'Rounds half away from zero to a number of decimal places. Default 0; -1 rounds to tens.',
  required: 1,
  optional: 1,
  evaluate(value = 0, places = 0) {
    const shift = Math.max(-15, Math.min(15, Math.trunc(places)))
    // Shift the decimal text, not the binary number: 1.005 must round as written.
    const [digits, power = '0'] = Math.abs(value).toPrecision(15).split('e') as [string, string?]
    const shifted = Math.round(Number(`${digits}e${Number(power) + shift}`))
    return Math.sign(value) * Number(`${shifted}e${-shift}`)
  },
}

export const functions = [round, min, max] as const
