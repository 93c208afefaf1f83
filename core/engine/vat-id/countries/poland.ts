// VAT ids of Poland: the tax number NIP.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const poland = defineVatId({
  prefix: 'PL',
  name: 'Poland',
  written: 'PL and 10 digits',
  example: 'PL8567346215',
  pattern: /^\d{10}$/,
  holds: (body) => weigh(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body[9]),
})
