// VAT ids of Slovakia: a multiple of 11.
import { defineVatId } from '../define.js'

export const slovakia = defineVatId({
  prefix: 'SK',
  name: 'Slovakia',
  written: 'SK and 10 digits, of which the third is 2, 3, 4, 7, 8 or 9',
  example: 'SK2022749619',
  pattern: /^[1-9]\d[2-47-9]\d{7}$/,
  holds: (body) => Number(body) % 11 === 0,
})
