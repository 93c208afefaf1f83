// VAT ids of Latvia: eleven digits of a company, or a person's code, which since 2017 is drawn by lot.
import { defineVatId } from '../define.js'
import { isDay, weigh } from '../sums.js'

function isPerson(body: string): boolean {
  // Those without a day of birth have no check digit either.
  if (/^3[2-9]/.test(body)) return true
  const year = 1800 + 100 * Number(body[6]) + Number(body.slice(4, 6))
  if (!isDay(year, Number(body.slice(2, 4)), Number(body.slice(0, 2)))) return false
  return ((1 + weigh(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(body[10])
}

export const latvia = defineVatId({
  prefix: 'LV',
  name: 'Latvia',
  written: 'LV and 11 digits',
  example: 'LV40003521600',
  pattern: /^\d{11}$/,
  holds: (body) => (body[0]! > '3' ? weigh(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 : isPerson(body)),
})
