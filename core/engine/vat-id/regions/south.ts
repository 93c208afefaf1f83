// VAT ids of the south of Europe.
import { defineVatId } from '../define.js'
import { luhn, weigh } from '../sums.js'

const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function letterOf(digits: string): string | undefined {
  const sum = [...digits].reduce((all, digit, place) => all + (place % 2 === 0 ? odd[Number(digit)]! : Number(digit)), 0)
  return letters[sum % 26]
}

/** Digits at odd places count by a table, and the sum names a letter. */
export const cyprus = defineVatId({
  prefix: 'CY',
  name: 'Cyprus',
  written: 'CY, 8 digits that do not begin with 12, and a letter',
  example: 'CY10259033P',
  pattern: /^(?!12)\d{8}[A-Z]$/,
  holds: (body) => letterOf(body.slice(0, 8)) === body[8],
})

/** Powers of two; the prefix is EL. */
export const greece = defineVatId({
  prefix: 'EL',
  country: 'GR',
  alsoPrefix: 'GR',
  name: 'Greece',
  written: 'EL and 9 digits',
  example: 'EL094259216',
  pattern: /^\d{9}$/,
  // Old ones had eight digits.
  complete: (body) => (body.length === 8 ? `0${body}` : body),
  holds: (body) => (weigh(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body[8]),
})

/** Offices beside those of the provinces, which are 1 to 100. */
const offices: readonly number[] = [120, 121, 888, 999]

/** The company's number, the tax office, and Luhn's digit. */
export const italy = defineVatId({
  prefix: 'IT',
  name: 'Italy',
  written: 'IT and 11 digits',
  example: 'IT00743110157',
  pattern: /^(?!0{7})\d{11}$/,
  holds(body) {
    const office = Number(body.slice(7, 10))
    return ((office > 0 && office <= 100) || offices.includes(office)) && luhn(body) === 0
  },
})

/** A multiple of 37 when it is weighed; the last two digits are one number. */
export const malta = defineVatId({
  prefix: 'MT',
  name: 'Malta',
  written: 'MT and 8 digits',
  example: 'MT11679112',
  pattern: /^[1-9]\d{7}$/,
  holds: (body) => weigh(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
})

/** The tax number NIF. */
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

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/** Residents have eight digits; X, Y and Z of foreigners count as 0, 1 and 2, and K, L and M of others not at all. */
function isPerson(body: string): boolean {
  const foreign = 'XYZ'.indexOf(body[0]!)
  const digits = foreign < 0 ? body.slice(0, 8).replace(/^[KLM]/, '') : `${foreign}${body.slice(1, 8)}`
  return personLetters[Number(digits) % 23] === body[8]
}

function isCompany(body: string): boolean {
  const check = String((10 - luhn(`${body.slice(1, 8)}0`)) % 10)
  return body[8] === check || body[8] === companyLetters[Number(check)]
}

/** Of companies with Luhn's digit or the letter that stands for it, of persons with a letter by 23. */
export const spain = defineVatId({
  prefix: 'ES',
  name: 'Spain',
  written: 'ES and 9 digits or letters, of which the first, the last or both are letters',
  example: 'ESB58378431',
  // Foreign and public bodies end with a letter.
  pattern: /^(?:[\dKLMXYZ]\d{7}[A-HJ-NP-TV-Z]|[A-HJUV]\d{7}[\dA-J]|[NP-SW]\d{7}[A-J])$/,
  holds: (body) => (/^[A-HJNP-W]/.test(body) ? isCompany(body) : isPerson(body)),
})
