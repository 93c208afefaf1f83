// VAT ids of Croatia: the personal number OIB, by ISO 7064.
import { defineVatId } from '../define.js'
import { fitsIso7064 } from '../sums.js'

export const croatia = defineVatId({
  prefix: 'HR',
  name: 'Croatia',
  written: 'HR and 11 digits',
  example: 'HR33392005961',
  pattern: /^\d{11}$/,
  holds: fitsIso7064,
})
