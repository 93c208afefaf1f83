// round(value, places?): half away from zero, as on paper.
import type { FunctionDefinition } from 'product-configurator-service'

export const round: FunctionDefinition = {
  name: 'round',
  description: 'Rounds half away from zero to the given number of places; to a whole number if left out, to tens with -1.',
  required: 1,
  optional: 1,
  evaluate(value = 0, places = 0) {
    const shift = Math.max(-15, Math.min(15, Math.trunc(places)))
    // The decimal spelling is shifted, so that 1.005 rounds as it is written and not as it is stored.
    const [digits, power = '0'] = Math.abs(value).toPrecision(15).split('e') as [string, string?]
    const shifted = Math.round(Number(`${digits}e${Number(power) + shift}`))
    return Math.sign(value) * Number(`${shifted}e${-shift}`)
  },
}
