// VAT ids of Germany: by ISO 7064.
import { defineVatId } from '../define.js'
import { fitsIso7064 } from '../sums.js'

export const germany = defineVatId({
  prefix: 'DE',
  name: 'Germany',
  written: 'DE and 9 digits',
  example: 'DE136695976',
  pattern: /^[1-9]\d{8}$/,
  holds: fitsIso7064,
})
