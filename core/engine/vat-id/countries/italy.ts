// VAT ids of Italy: the company's number, the tax office, and Luhn's digit.
import { defineVatId } from '../define.js'
import { luhn } from '../sums.js'

/** Offices beside those of the provinces, which are 1 to 100. */
const offices: readonly number[] = [120, 121, 888, 999]

export const italy = defineVatId({
  prefix: 'IT',
  name: 'Italy',
  written: 'IT and 11 digits',
  example: 'IT00743110157',
  pattern: /^(?!0{7})\d{11}$/,
  holds(body) {
    const office = Number(body.slice(7, 10))
    return ((office > 0 && office <= 100) || offices.includes(office)) && luhn(body) === 0
  },
})
