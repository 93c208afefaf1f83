// VAT ids of Malta: a multiple of 37 when it is weighed; the last two digits are one number.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const malta = defineVatId({
  prefix: 'MT',
  name: 'Malta',
  written: 'MT and 8 digits',
  example: 'MT11679112',
  pattern: /^[1-9]\d{7}$/,
  holds: (body) => weigh(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
})
