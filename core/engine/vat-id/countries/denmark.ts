// VAT ids of Denmark: the company number CVR, a multiple of 11 when it is weighed.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const denmark = defineVatId({
  prefix: 'DK',
  name: 'Denmark',
  written: 'DK and 8 digits',
  example: 'DK13585628',
  pattern: /^[1-9]\d{7}$/,
  holds: (body) => weigh(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
})
