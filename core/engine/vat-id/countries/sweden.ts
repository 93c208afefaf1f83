// VAT ids of Sweden: the number of a company or a person with Luhn's digit, and two digits of its registration.
import { defineVatId } from '../define.js'
import { luhn } from '../sums.js'

export const sweden = defineVatId({
  prefix: 'SE',
  name: 'Sweden',
  written: 'SE and 12 digits, of which the last two are 01 to 94',
  example: 'SE556188840401',
  pattern: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/,
  holds: (body) => luhn(body.slice(0, 10)) === 0,
})
