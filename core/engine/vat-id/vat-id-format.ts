// The format and check digits of the VAT ids of one country.

export interface VatIdFormat {
  /** The two-letter prefix. EL for Greece, XI for Northern Ireland. */
  readonly prefix: string
  /** An alternative prefix that is accepted as input. */
  readonly alternativePrefix?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** True for Northern Ireland: a part of a country, for goods only. */
  readonly northernIreland?: true
  /** The English name for messages, for example `Germany`. */
  readonly name: string
  /** The format in words, including the prefix: `DE and 9 digits`. */
  readonly description: string
  readonly example: string
  /** The part after the prefix, without spaces, dots and hyphens, in upper case. */
  readonly pattern: RegExp
  /** Converts an older format into the current one (a leading zero). Runs before the pattern is matched. */
  normalize?(body: string): string
  /** Validates the check digits, and dates and offices within the id. The body matches the pattern. */
  isValid(body: string): boolean
}

/** Declares a format. The country defaults to the prefix. */
export function defineVatIdFormat({
  country,
  ...form
}: Omit<VatIdFormat, 'country'> & { readonly country?: string }): VatIdFormat {
  return Object.freeze({ ...form, country: country ?? form.prefix })
}

// Checksum algorithms on strings of digits.

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
