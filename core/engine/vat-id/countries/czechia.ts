// VAT ids of Czechia: eight digits of a company, or a person's birth number of nine or ten, or nine that begin with 6.
import { defineVatId } from '../define.js'
import { isDay, weigh } from '../sums.js'

const weights = [8, 7, 6, 5, 4, 3, 2]

function isCompany(body: string): boolean {
  const missing = 11 - (weigh(body, weights) % 11)
  return missing % 10 === Number(body[7])
}

/** Payers without a birth number. */
function isSpecial(body: string): boolean {
  const missing = 11 - (weigh(body.slice(1), weights) % 11)
  return (19 - missing) % 10 === Number(body[8])
}

/** The year of a birth number: those of nine digits end with 1953, those of ten begin after it. */
function yearOf(body: string): number {
  const year = Number(body.slice(0, 2))
  return body.length === 10 && year < 54 ? 2000 + year : 1900 + year
}

function isPerson(body: string): boolean {
  const year = yearOf(body)
  // 50 are added for women, and 20 where a day has run out of numbers.
  const month = Number(body.slice(2, 4)) % 50
  if (!isDay(year, month > 20 ? month - 20 : month, Number(body.slice(4, 6)))) return false
  if (body.length === 9) return year < 1954
  const rest = Number(body.slice(0, 9)) % 11
  // Until 1985 a rest of 10 was written as 0.
  return (year < 1985 ? rest % 10 : rest) === Number(body[9])
}

export const czechia = defineVatId({
  prefix: 'CZ',
  name: 'Czechia',
  written: 'CZ and 8, 9 or 10 digits',
  example: 'CZ25123891',
  pattern: /^(?:[0-8]\d{7}|\d{9,10})$/,
  holds(body) {
    if (body.length === 8) return isCompany(body)
    return (body.length === 9 && body.startsWith('6') && isSpecial(body)) || isPerson(body)
  },
})
