// VAT ids of Hungary: the first eight digits of the tax number, with weights of 9, 7, 3 and 1.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const hungary = defineVatId({
  prefix: 'HU',
  name: 'Hungary',
  written: 'HU and 8 digits',
  example: 'HU12892312',
  pattern: /^\d{8}$/,
  holds: (body) => weigh(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
})
