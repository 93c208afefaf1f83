// VAT ids of Cyprus: digits at odd places count by a table, and the sum names a letter.
import { defineVatId } from '../define.js'

const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function letterOf(digits: string): string | undefined {
  const sum = [...digits].reduce((all, digit, place) => all + (place % 2 === 0 ? odd[Number(digit)]! : Number(digit)), 0)
  return letters[sum % 26]
}

export const cyprus = defineVatId({
  prefix: 'CY',
  name: 'Cyprus',
  written: 'CY, 8 digits that do not begin with 12, and a letter',
  example: 'CY10259033P',
  pattern: /^(?!12)\d{8}[A-Z]$/,
  holds: (body) => letterOf(body.slice(0, 8)) === body[8],
})
