// VAT ids of France and Monaco: a key of two digits or letters, and the company number SIREN.
import { defineVatId } from '../define.js'
import { luhn } from '../sums.js'

/** Letters of keys; I and O would be read as digits. */
const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function fitsKey(key: string, siren: number): boolean {
  if (/^\d\d$/.test(key)) return Number(key) === (12 + 3 * (siren % 97)) % 97
  const [first, second] = [signs.indexOf(key[0]!), signs.indexOf(key[1]!)]
  const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (siren + 1 + Math.floor(value / 11)) % 11 === value % 11
}

export const france = defineVatId({
  prefix: 'FR',
  name: 'France',
  written: 'FR, 2 digits or letters other than I and O, and 9 digits',
  example: 'FR40303265045',
  pattern: /^[\dA-HJ-NP-Z]{2}\d{9}$/,
  holds(body) {
    const siren = body.slice(2)
    // Monaco's numbers begin with 000 and are no SIREN.
    return (siren.startsWith('000') || luhn(siren) === 0) && fitsKey(body.slice(0, 2), Number(siren))
  },
})
