// VAT ids of Slovenia: a multiple of 11 when it is weighed, where the last digit 0 stands for 10.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const slovenia = defineVatId({
  prefix: 'SI',
  name: 'Slovenia',
  written: 'SI and 8 digits',
  example: 'SI50223054',
  pattern: /^[1-9]\d{7}$/,
  holds: (body) => (weigh(body, [8, 7, 6, 5, 4, 3, 2]) + (Number(body[7]) || 10)) % 11 === 0,
})
