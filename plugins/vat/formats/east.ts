// VAT id formats of Eastern Europe.
import { defineMemberFormat, isValidIso7064, isValidDate, weightedSum } from '../member-format.js'

function isBulgarianCompany(body: string): boolean {
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first < 10 ? first : (weightedSum(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
  return check === Number(body[8])
}

/** The month encodes the century: 20 is added for the 19th, 40 for the 21st. */
function isBulgarianPerson(body: string): boolean {
  const month = Number(body.slice(2, 4))
  const [years, offset] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0]
  if (!isValidDate(years + Number(body.slice(0, 2)), month - offset, Number(body.slice(4, 6)))) return false
  return (weightedSum(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(body[9])
}

function isForeigner(body: string): boolean {
  return weightedSum(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === Number(body[9])
}

function isOtherTaxpayer(body: string): boolean {
  return (weightedSum(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) + Number(body[9])) % 11 === 0
}

/** 9 digits for a company; 10 for a person, a foreigner or another taxpayer. Each has its own checksum. */
export const bulgaria = defineMemberFormat({
  name: 'BG',
  label: 'Bulgaria',
  description: 'BG and 9 or 10 digits',
  example: 'BG175074752',
  pattern: /^\d{9,10}$/,
  isValid: (body) =>
    body.length === 9 ? isBulgarianCompany(body) : isBulgarianPerson(body) || isForeigner(body) || isOtherTaxpayer(body),
})

/** The personal number OIB, with an ISO 7064 check digit. */
export const croatia = defineMemberFormat({
  name: 'HR',
  label: 'Croatia',
  description: 'HR and 11 digits',
  example: 'HR33392005961',
  pattern: /^\d{11}$/,
  isValid: isValidIso7064,
})

const weights = [8, 7, 6, 5, 4, 3, 2]

function isCzechCompany(body: string): boolean {
  const difference = 11 - (weightedSum(body, weights) % 11)
  return difference % 10 === Number(body[7])
}

/** Taxpayers without a birth number. */
function isSpecial(body: string): boolean {
  const difference = 11 - (weightedSum(body.slice(1), weights) % 11)
  return (19 - difference) % 10 === Number(body[8])
}

/** The year of a birth number: 9 digits until 1953, 10 digits since 1954. */
function yearOf(body: string): number {
  const year = Number(body.slice(0, 2))
  return body.length === 10 && year < 54 ? 2000 + year : 1900 + year
}

function isCzechPerson(body: string): boolean {
  const year = yearOf(body)
  // 50 is added for women, and 20 if all numbers of a day are used up.
  const month = Number(body.slice(2, 4)) % 50
  if (!isValidDate(year, month > 20 ? month - 20 : month, Number(body.slice(4, 6)))) return false
  if (body.length === 9) return year < 1954
  const rest = Number(body.slice(0, 9)) % 11
  // Until 1985 a remainder of 10 was written as 0.
  return (year < 1985 ? rest % 10 : rest) === Number(body[9])
}

/** 8 digits for a company; a birth number of 9 or 10 digits for a person; or 9 digits that start with 6. */
export const czechia = defineMemberFormat({
  name: 'CZ',
  label: 'Czechia',
  description: 'CZ and 8, 9 or 10 digits',
  example: 'CZ25123891',
  pattern: /^(?:[0-8]\d{7}|\d{9,10})$/,
  isValid(body) {
    if (body.length === 8) return isCzechCompany(body)
    return (body.length === 9 && body.startsWith('6') && isSpecial(body)) || isCzechPerson(body)
  },
})

/** The first 8 digits of the tax number, with weights 9, 7, 3 and 1. */
export const hungary = defineMemberFormat({
  name: 'HU',
  label: 'Hungary',
  description: 'HU and 8 digits',
  example: 'HU12892312',
  pattern: /^\d{8}$/,
  isValid: (body) => weightedSum(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
})

/** The tax number NIP. */
export const poland = defineMemberFormat({
  name: 'PL',
  label: 'Poland',
  description: 'PL and 10 digits',
  example: 'PL8567346215',
  pattern: /^\d{10}$/,
  isValid: (body) => weightedSum(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body[9]),
})

/** The company number, up to 10 digits. */
export const romania = defineMemberFormat({
  name: 'RO',
  label: 'Romania',
  description: 'RO and 2 to 10 digits',
  example: 'RO18547290',
  pattern: /^[1-9]\d{1,9}$/,
  isValid(body) {
    const digits = body.padStart(10, '0')
    return ((weightedSum(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(digits[9])
  },
})

/** A multiple of 11. */
export const slovakia = defineMemberFormat({
  name: 'SK',
  label: 'Slovakia',
  description: 'SK and 10 digits, of which the third is 2, 3, 4, 7, 8 or 9',
  example: 'SK2022749619',
  pattern: /^[1-9]\d[2-47-9]\d{7}$/,
  isValid: (body) => Number(body) % 11 === 0,
})

/** The weighted sum is a multiple of 11. A last digit of 0 counts as 10. */
export const slovenia = defineMemberFormat({
  name: 'SI',
  label: 'Slovenia',
  description: 'SI and 8 digits',
  example: 'SI50223054',
  pattern: /^[1-9]\d{7}$/,
  isValid: (body) => (weightedSum(body, [8, 7, 6, 5, 4, 3, 2]) + (Number(body[7]) || 10)) % 11 === 0,
})
