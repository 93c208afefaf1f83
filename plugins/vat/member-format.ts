// Declares the VAT id format of a member state of the EU or of Northern Ireland, and calculates check digits.
import { defineVatIdFormat, type VatIdFormat } from 'product-configurator-service'

/** Declares a format of the EU VAT area. The country defaults to the prefix. */
export function defineMemberFormat(
  format: Omit<VatIdFormat, 'country' | 'inEuVatArea'> & { readonly country?: string },
): VatIdFormat {
  return defineVatIdFormat({ ...format, country: format.country ?? format.name, inEuVatArea: true })
}

/** The weighted sum of the first digits. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)
}

const digitSum = (number: number): number => (number > 9 ? number - 9 : number)

/** Luhn checksum: from the right, every second digit is doubled and replaced by its digit sum. 0 if the last digit is correct. */
export function luhnSum(digits: string): number {
  const last = digits.length - 1
  const sum = [...digits].reduce((total, digit, place) => total + digitSum(Number(digit) * ((last - place) % 2 === 0 ? 1 : 2)), 0)
  return sum % 10
}

/** ISO 7064, MOD 11,10. True if the check digit is correct. */
export function isValidIso7064(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((remainder, digit) => (((remainder + Number(digit)) % 10 || 10) * 2) % 11, 10)
  return (product + Number(digits.at(-1))) % 10 === 1
}

/** Whether the date exists in the calendar. */
export function isValidDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
