// VAT ids of Greece: powers of two; the prefix is EL.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const greece = defineVatId({
  prefix: 'EL',
  country: 'GR',
  alsoPrefix: 'GR',
  name: 'Greece',
  written: 'EL and 9 digits',
  example: 'EL094259216',
  pattern: /^\d{9}$/,
  // Old ones had eight digits.
  complete: (body) => (body.length === 8 ? `0${body}` : body),
  holds: (body) => (weigh(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body[8]),
})
