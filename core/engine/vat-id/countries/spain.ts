// VAT ids of Spain: of companies with Luhn's digit or the letter that stands for it, of persons with a letter by 23.
import { defineVatId } from '../define.js'
import { luhn } from '../sums.js'

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

export const spain = defineVatId({
  prefix: 'ES',
  name: 'Spain',
  written: 'ES and 9 digits or letters, of which the first, the last or both are letters',
  example: 'ESB58378431',
  // Foreign and public bodies end with a letter.
  pattern: /^(?:[\dKLMXYZ]\d{7}[A-HJ-NP-TV-Z]|[A-HJUV]\d{7}[\dA-J]|[NP-SW]\d{7}[A-J])$/,
  holds: (body) => (/^[A-HJNP-W]/.test(body) ? isCompany(body) : isPerson(body)),
})
