// VAT ids of the Netherlands: those of companies carry their number, those that sole traders have since 2020 fit as a whole.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

/** As in an IBAN, letters count from A as 10: N, L and B. */
function rest97(body: string): number {
  return [...`2321${body.replace('B', '11')}`].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

export const netherlands = defineVatId({
  prefix: 'NL',
  name: 'the Netherlands',
  written: 'NL, 9 digits, B and 2 digits',
  example: 'NL004495445B01',
  pattern: /^\d{9}B(?!00)\d\d$/,
  holds: (body) => weigh(body, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || rest97(body) === 1,
})
