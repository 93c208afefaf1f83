// VAT ids of Luxembourg: the last two digits are the rest of the others by 89.
import { defineVatId } from '../define.js'

export const luxembourg = defineVatId({
  prefix: 'LU',
  name: 'Luxembourg',
  written: 'LU and 8 digits',
  example: 'LU15027442',
  pattern: /^\d{8}$/,
  holds: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
})
