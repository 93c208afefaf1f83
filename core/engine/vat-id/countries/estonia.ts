// VAT ids of Estonia: weights of 3, 7 and 1.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const estonia = defineVatId({
  prefix: 'EE',
  name: 'Estonia',
  written: 'EE and 9 digits',
  example: 'EE100931558',
  pattern: /^\d{9}$/,
  holds: (body) => weigh(body, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
})
