// VAT ids of Austria: Luhn's sum of the first seven digits, and 4.
import { defineVatId } from '../define.js'
import { luhn } from '../sums.js'

export const austria = defineVatId({
  prefix: 'AT',
  name: 'Austria',
  written: 'ATU and 8 digits',
  example: 'ATU13585627',
  pattern: /^U\d{8}$/,
  holds: (body) => (luhn(body.slice(1, 8)) + 4 + Number(body[8])) % 10 === 0,
})
