// VAT ids of Belgium: the last two digits are 97 less the rest of the others.
import { defineVatId } from '../define.js'

export const belgium = defineVatId({
  prefix: 'BE',
  name: 'Belgium',
  written: 'BE and 10 digits that begin with 0 or 1',
  example: 'BE0428759497',
  pattern: /^(?:0[1-9]|1\d)\d{8}$/,
  // Until 2007 they had nine digits.
  complete: (body) => (body.length === 9 ? `0${body}` : body),
  holds: (body) => Number(body.slice(8)) === 97 - (Number(body.slice(0, 8)) % 97),
})
