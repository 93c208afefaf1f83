// The sums by which check digits are made, over texts of digits.

/** Each of the first digits times its weight, added up. */
export function weigh(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)
}

const crossSum = (number: number): number => (number > 9 ? number - 9 : number)

/** Luhn's sum: from the right, every second digit counts twice, as the sum of the digits of that. 0 where the last digit fits. */
export function luhn(digits: string): number {
  const last = digits.length - 1
  const sum = [...digits].reduce((all, digit, place) => all + crossSum(Number(digit) * ((last - place) % 2 === 0 ? 1 : 2)), 0)
  return sum % 10
}

/** ISO 7064, MOD 11,10: true where the last digit fits. */
export function fitsIso7064(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((held, digit) => (((held + Number(digit)) % 10 || 10) * 2) % 11, 10)
  return (product + Number(digits.at(-1))) % 10 === 1
}

/** True for a day that there is in the calendar of that year. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
