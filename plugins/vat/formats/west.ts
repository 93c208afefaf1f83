// VAT id formats of Western and Central Europe.
import { defineMemberFormat, isValidIso7064, luhnSum, weightedSum } from '../member-format.js'

/** Luhn checksum of the first 7 digits plus 4. */
export const austria = defineMemberFormat({
  name: 'AT',
  label: 'Austria',
  description: 'ATU and 8 digits',
  example: 'ATU13585627',
  pattern: /^U\d{8}$/,
  isValid: (body) => (luhnSum(body.slice(1, 8)) + 4 + Number(body[8])) % 10 === 0,
})

/** The last two digits are 97 minus the remainder of the others. */
export const belgium = defineMemberFormat({
  name: 'BE',
  label: 'Belgium',
  description: 'BE and 10 digits that begin with 0 or 1',
  example: 'BE0428759497',
  pattern: /^(?:0[1-9]|1\d)\d{8}$/,
  // Until 2007 the ids had 9 digits.
  normalize: (body) => (body.length === 9 ? `0${body}` : body),
  isValid: (body) => Number(body.slice(8)) === 97 - (Number(body.slice(0, 8)) % 97),
})

/** Characters of keys. I and O are excluded because they look like digits. */
const keyCharacters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function fitsKey(key: string, siren: number): boolean {
  if (/^\d\d$/.test(key)) return Number(key) === (12 + 3 * (siren % 97)) % 97
  const [first, second] = [keyCharacters.indexOf(key[0]!), keyCharacters.indexOf(key[1]!)]
  const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (siren + 1 + Math.floor(value / 11)) % 11 === value % 11
}

/** A key of 2 digits or letters, and the company number SIREN. */
export const france = defineMemberFormat({
  name: 'FR',
  label: 'France',
  description: 'FR, 2 digits or letters other than I and O, and 9 digits',
  example: 'FR40303265045',
  pattern: /^[\dA-HJ-NP-Z]{2}\d{9}$/,
  isValid(body) {
    const siren = body.slice(2)
    // Ids from Monaco start with 000 and contain no SIREN.
    return (siren.startsWith('000') || luhnSum(siren) === 0) && fitsKey(body.slice(0, 2), Number(siren))
  },
})

/** ISO 7064 check digit. */
export const germany = defineMemberFormat({
  name: 'DE',
  label: 'Germany',
  description: 'DE and 9 digits',
  example: 'DE136695976',
  pattern: /^[1-9]\d{8}$/,
  isValid: isValidIso7064,
})

/** The last two digits are the remainder of the others modulo 89. */
export const luxembourg = defineMemberFormat({
  name: 'LU',
  label: 'Luxembourg',
  description: 'LU and 8 digits',
  example: 'LU15027442',
  pattern: /^\d{8}$/,
  isValid: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
})

/** Letters are converted as in an IBAN (A = 10): N, L and B. */
function rest97(body: string): number {
  return [...`2321${body.replace('B', '11')}`].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

/**
 * Ids of companies contain a company number with a check digit. Ids of sole traders since 2020 have a checksum over the whole
 * id.
 */
export const netherlands = defineMemberFormat({
  name: 'NL',
  label: 'the Netherlands',
  description: 'NL, 9 digits, B and 2 digits',
  example: 'NL004495445B01',
  pattern: /^\d{9}B(?!00)\d\d$/,
  isValid: (body) => weightedSum(body, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || rest97(body) === 1,
})
