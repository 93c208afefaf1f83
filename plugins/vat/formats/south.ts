// VAT id formats of Southern Europe.
import { defineMemberFormat, luhnSum, weightedSum } from '../member-format.js'

const oddPositionValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function checkLetter(digits: string): string | undefined {
  const sum = [...digits].reduce(
    (total, digit, place) => total + (place % 2 === 0 ? oddPositionValues[Number(digit)]! : Number(digit)),
    0,
  )
  return letters[sum % 26]
}

/** Digits in odd positions are mapped by a table. The sum gives a check letter. */
export const cyprus = defineMemberFormat({
  name: 'CY',
  label: 'Cyprus',
  description: 'CY, 8 digits that do not begin with 12, and a letter',
  example: 'CY10259033P',
  pattern: /^(?!12)\d{8}[A-Z]$/,
  isValid: (body) => checkLetter(body.slice(0, 8)) === body[8],
})

/** Weights are powers of two. The prefix is EL. */
export const greece = defineMemberFormat({
  name: 'EL',
  country: 'GR',
  alternativePrefix: 'GR',
  label: 'Greece',
  description: 'EL and 9 digits',
  example: 'EL094259216',
  pattern: /^\d{9}$/,
  // Old ids have 8 digits.
  normalize: (body) => (body.length === 8 ? `0${body}` : body),
  isValid: (body) => (weightedSum(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body[8]),
})

/** Valid tax offices in addition to the offices of the provinces (1 to 100). */
const offices: readonly number[] = [120, 121, 888, 999]

/** The company number, the tax office and a Luhn check digit. */
export const italy = defineMemberFormat({
  name: 'IT',
  label: 'Italy',
  description: 'IT and 11 digits',
  example: 'IT00743110157',
  pattern: /^(?!0{7})\d{11}$/,
  isValid(body) {
    const office = Number(body.slice(7, 10))
    return ((office > 0 && office <= 100) || offices.includes(office)) && luhnSum(body) === 0
  },
})

/** The weighted sum is a multiple of 37. The last two digits count as one number. */
export const malta = defineMemberFormat({
  name: 'MT',
  label: 'Malta',
  description: 'MT and 8 digits',
  example: 'MT11679112',
  pattern: /^[1-9]\d{7}$/,
  isValid: (body) => weightedSum(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
})

/** The tax number NIF. */
export const portugal = defineMemberFormat({
  name: 'PT',
  label: 'Portugal',
  description: 'PT and 9 digits',
  example: 'PT501964843',
  pattern: /^[1-9]\d{8}$/,
  isValid(body) {
    const difference = 11 - (weightedSum(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return (difference < 10 ? difference : 0) === Number(body[8])
  },
})

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/** 8 digits for residents. A first letter X, Y or Z counts as 0, 1 or 2; K, L and M are ignored. */
function isPerson(body: string): boolean {
  const foreign = 'XYZ'.indexOf(body[0]!)
  const digits = foreign < 0 ? body.slice(0, 8).replace(/^[KLM]/, '') : `${foreign}${body.slice(1, 8)}`
  return personLetters[Number(digits) % 23] === body[8]
}

function isCompany(body: string): boolean {
  const check = String((10 - luhnSum(`${body.slice(1, 8)}0`)) % 10)
  return body[8] === check || body[8] === companyLetters[Number(check)]
}

/** Companies: a Luhn check digit or the corresponding letter. Persons: a letter by the remainder modulo 23. */
export const spain = defineMemberFormat({
  name: 'ES',
  label: 'Spain',
  description: 'ES and 9 digits or letters, of which the first, the last or both are letters',
  example: 'ESB58378431',
  // Foreign companies and public bodies end with a letter.
  pattern: /^(?:[\dKLMXYZ]\d{7}[A-HJ-NP-TV-Z]|[A-HJUV]\d{7}[\dA-J]|[NP-SW]\d{7}[A-J])$/,
  isValid: (body) => (/^[A-HJNP-W]/.test(body) ? isCompany(body) : isPerson(body)),
})
