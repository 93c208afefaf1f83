// VAT ids of Lithuania: nine digits, or twelve of who is registered for a time; the last but one is 1.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

/** 1 to 9 over and over, from where it begins. */
const rising = (length: number, from: number): readonly number[] => Array.from({ length }, (_, place) => ((from + place) % 9) + 1)

export const lithuania = defineVatId({
  prefix: 'LT',
  name: 'Lithuania',
  written: 'LT and 9 or 12 digits, of which the last but one is 1',
  example: 'LT119511515',
  pattern: /^(?:\d{7}1\d|\d{10}1\d)$/,
  holds(body) {
    const before = body.length - 1
    const first = weigh(body, rising(before, 0)) % 11
    const check = first < 10 ? first : (weigh(body, rising(before, 2)) % 11) % 10
    return check === Number(body.at(-1))
  },
})
