// VAT ids of Romania: the company's number, of any length up to ten digits.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const romania = defineVatId({
  prefix: 'RO',
  name: 'Romania',
  written: 'RO and 2 to 10 digits',
  example: 'RO18547290',
  pattern: /^[1-9]\d{1,9}$/,
  holds(body) {
    const digits = body.padStart(10, '0')
    return ((weigh(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(digits[9])
  },
})
