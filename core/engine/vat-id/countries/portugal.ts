// VAT ids of Portugal: the tax number NIF.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

export const portugal = defineVatId({
  prefix: 'PT',
  name: 'Portugal',
  written: 'PT and 9 digits',
  example: 'PT501964843',
  pattern: /^[1-9]\d{8}$/,
  holds(body) {
    const missing = 11 - (weigh(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return (missing < 10 ? missing : 0) === Number(body[8])
  },
})
