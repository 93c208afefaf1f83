// VAT ids of Northern Ireland for trade in goods: Great Britain's numbers behind XI.
import { defineVatId } from '../define.js'
import { weigh } from '../sums.js'

/** Departments of the government count up to 499, health authorities from 500 on. */
const offices = /^(?:GD[0-4]|HA[5-9])/

/** A multiple of 97; of the numbers that are given since 2010, which begin at 100, the rest is 42. */
function isTrader(body: string): boolean {
  const rest = weigh(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return rest === 0 || (rest === 42 && body[0] !== '0')
}

export const northernIreland = defineVatId({
  prefix: 'XI',
  country: 'GB',
  northernIreland: true,
  name: 'Northern Ireland',
  written: 'XI and 9 or 12 digits, or GD or HA and 3 digits',
  example: 'XI980780684',
  pattern: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  holds: (body) => (body.length === 5 ? offices.test(body) : isTrader(body)),
})
