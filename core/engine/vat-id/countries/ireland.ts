// VAT ids of Ireland: seven digits and a check letter, since 2013 with a second letter; old ones have a sign at the second place.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

const letters = 'WABCDEFGHIJKLMNOPQRSTUV'

function checkOf(digits: string, second = 'W'): string | undefined {
  return letters[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * letters.indexOf(second)) % 23]
}

export const ireland = defineVatId({
  prefix: 'IE',
  name: 'Ireland',
  written: 'IE, 7 digits and 1 or 2 letters, or a digit, a letter, 5 digits and a letter',
  example: 'IE6388047V',
  pattern: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  holds(body) {
    // The sign of an old one does not count: its digits are moved together behind a zero.
    const digits = /^\d{7}/.test(body) ? body.slice(0, 7) : `0${body.slice(2, 7)}${body[0]}`
    return checkOf(digits, body[8]) === body[7]
  },
})
