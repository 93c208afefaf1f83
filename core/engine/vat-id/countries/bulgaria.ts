// VAT ids of Bulgaria: nine digits of a company, or ten of a person, a foreigner or another payer, each with a sum of its own.
import { defineVatId } from '../define.js'
import { isDay, weigh } from '../sums.js'

function isCompany(body: string): boolean {
  const first = weigh(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first < 10 ? first : (weigh(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
  return check === Number(body[8])
}

/** The month says the century: 20 more for the 19th, 40 more for the 21st. */
function isPerson(body: string): boolean {
  const month = Number(body.slice(2, 4))
  const [years, more] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0]
  if (!isDay(years + Number(body.slice(0, 2)), month - more, Number(body.slice(4, 6)))) return false
  return (weigh(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(body[9])
}

function isForeigner(body: string): boolean {
  return weigh(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === Number(body[9])
}

function isOther(body: string): boolean {
  return (weigh(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) + Number(body[9])) % 11 === 0
}

export const bulgaria = defineVatId({
  prefix: 'BG',
  name: 'Bulgaria',
  written: 'BG and 9 or 10 digits',
  example: 'BG175074752',
  pattern: /^\d{9,10}$/,
  holds: (body) => (body.length === 9 ? isCompany(body) : isPerson(body) || isForeigner(body) || isOther(body)),
})
