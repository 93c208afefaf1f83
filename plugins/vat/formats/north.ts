// VAT id formats of Northern Europe, including Northern Ireland.
import { defineMemberFormat, isValidDate, luhnSum, weightedSum } from '../member-format.js'

/** The company number CVR. The weighted sum is a multiple of 11. */
export const denmark = defineMemberFormat({
  name: 'DK',
  label: 'Denmark',
  description: 'DK and 8 digits',
  example: 'DK13585628',
  pattern: /^[1-9]\d{7}$/,
  isValid: (body) => weightedSum(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
})

/** Weights 3, 7 and 1. */
export const estonia = defineMemberFormat({
  name: 'EE',
  label: 'Estonia',
  description: 'EE and 9 digits',
  example: 'EE100931558',
  pattern: /^\d{9}$/,
  isValid: (body) => weightedSum(body, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
})

/** The company number. The weighted sum is a multiple of 11. */
export const finland = defineMemberFormat({
  name: 'FI',
  label: 'Finland',
  description: 'FI and 8 digits',
  example: 'FI20774740',
  pattern: /^\d{8}$/,
  isValid: (body) => weightedSum(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
})

const letters = 'WABCDEFGHIJKLMNOPQRSTUV'

function checkLetter(digits: string, second = 'W'): string | undefined {
  return letters[(weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * letters.indexOf(second)) % 23]
}

/** 7 digits and a check letter; since 2013 optionally a second letter. Old ids have a symbol in second position. */
export const ireland = defineMemberFormat({
  name: 'IE',
  label: 'Ireland',
  description: 'IE, 7 digits and 1 or 2 letters, or a digit, a letter, 5 digits and a letter',
  example: 'IE6388047V',
  pattern: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  isValid(body) {
    // The symbol of old ids is not part of the checksum. Their digits are joined after a leading zero.
    const digits = /^\d{7}/.test(body) ? body.slice(0, 7) : `0${body.slice(2, 7)}${body[0]}`
    return checkLetter(digits, body[8]) === body[7]
  },
})

function isPerson(body: string): boolean {
  // Personal codes without a birth date have no check digit.
  if (/^3[2-9]/.test(body)) return true
  const year = 1800 + 100 * Number(body[6]) + Number(body.slice(4, 6))
  if (!isValidDate(year, Number(body.slice(2, 4)), Number(body.slice(0, 2)))) return false
  return ((1 + weightedSum(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(body[10])
}

/** 11 digits for a company, or a personal code. Since 2017 personal codes are random. */
export const latvia = defineMemberFormat({
  name: 'LV',
  label: 'Latvia',
  description: 'LV and 11 digits',
  example: 'LV40003521600',
  pattern: /^\d{11}$/,
  isValid: (body) => (body[0]! > '3' ? weightedSum(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 : isPerson(body)),
})

/** A repeating sequence 1 to 9, starting after `from`. */
const ascendingWeights = (length: number, from: number): readonly number[] =>
  Array.from({ length }, (_, place) => ((from + place) % 9) + 1)

/** 9 digits, or 12 for temporary registrations. The second to last digit is 1. */
export const lithuania = defineMemberFormat({
  name: 'LT',
  label: 'Lithuania',
  description: 'LT and 9 or 12 digits, of which the last but one is 1',
  example: 'LT119511515',
  pattern: /^(?:\d{7}1\d|\d{10}1\d)$/,
  isValid(body) {
    const length = body.length - 1
    const first = weightedSum(body, ascendingWeights(length, 0)) % 11
    const check = first < 10 ? first : (weightedSum(body, ascendingWeights(length, 2)) % 11) % 10
    return check === Number(body.at(-1))
  },
})

/** Government departments have numbers up to 499, health authorities from 500. */
const offices = /^(?:GD[0-4]|HA[5-9])/

/** The weighted sum is a multiple of 97. For numbers issued since 2010 (100 and above) the remainder is 42. */
function isTrader(body: string): boolean {
  const rest = weightedSum(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return rest === 0 || (rest === 42 && body[0] !== '0')
}

/** British VAT numbers with the prefix XI. */
export const northernIreland = defineMemberFormat({
  name: 'XI',
  country: 'GB',
  northernIreland: true,
  label: 'Northern Ireland',
  description: 'XI and 9 or 12 digits, or GD or HA and 3 digits',
  example: 'XI980780684',
  pattern: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  isValid: (body) => (body.length === 5 ? offices.test(body) : isTrader(body)),
})

/** A company or personal number with a Luhn check digit, and 2 digits for the registration. */
export const sweden = defineMemberFormat({
  name: 'SE',
  label: 'Sweden',
  description: 'SE and 12 digits, of which the last two are 01 to 94',
  example: 'SE556188840401',
  pattern: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/,
  isValid: (body) => luhnSum(body.slice(0, 10)) === 0,
})
