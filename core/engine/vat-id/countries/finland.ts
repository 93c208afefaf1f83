// VAT ids of Finland: the company number, a multiple of 11 when it is weighed.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const finland = defineVatId({
  prefix: 'FI',
  name: 'Finland',
  written: 'FI and 8 digits',
  example: 'FI20774740',
  pattern: /^\d{8}$/,
  holds: (body) => weigh(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
})
