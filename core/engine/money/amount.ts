// Amounts of money: exact arithmetic on scaled integers, rounding to a currency, and conversion between currencies.

/** An integer number of 1/10,000 of the unit, within the safe integers. */
export type Amount = number

const scale = 10_000

/** The largest double that can be represented with four exact decimal places. */
const maxFigure = Number.MAX_SAFE_INTEGER / scale

/** Below this limit the double's error is far below 1/10,000, so only values close to a half need decimal rounding. */
const fastLimit = 1e8

/** Rounds via the decimal digits: 15 significant digits, half away from zero, to 4 places. Slow but exact. */
function roundDigits(x: number): number {
  const [digits, power] = Math.abs(x).toExponential(14).split('e') as [string, string]
  const mantissa = BigInt(digits.replace('.', ''))
  // |x| = mantissa × 10^(power − 14). The result is |x| × 10^4, rounded.
  const shift = Number(power) - 14 + 4
  if (shift >= 0) return Number(mantissa * 10n ** BigInt(shift)) * Math.sign(x)
  if (shift < -16) return 0
  const unit = 10n ** BigInt(-shift)
  return Number((mantissa * 2n + unit) / (unit * 2n)) * Math.sign(x)
}

/**
 * Converts a double to an amount: normalized to 15 significant digits, then rounded half away from zero to 4 places. NaN if the
 * value is not a number or too large for four exact places.
 */
export function toAmount(x: number): Amount {
  if (!(Math.abs(x) <= maxFigure)) return Number.NaN
  const scaled = x * scale
  if (Math.abs(x) < fastLimit) {
    const rounded = Math.round(scaled)
    const distance = Math.abs(scaled - rounded)
    if (distance < 0.49) return rounded === 0 ? 0 : rounded
  }
  const exact = roundDigits(x)
  return exact === 0 ? 0 : exact
}

/** Converts an amount to units: the double nearest to the decimal value. */
export function fromAmount(amount: Amount): number {
  return amount / scale
}

/**
 * Rounds the result of a calculation to 15 significant digits and 4 places. A value too large for four places keeps 15 digits.
 * NaN and infinity give NaN.
 */
export function roundResult(x: number): number {
  if (Math.abs(x) <= maxFigure) return toAmount(x) / scale
  return Number.isFinite(x) ? Number(x.toPrecision(15)) : Number.NaN
}

/** Integer division, rounded half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (n * 2n + d) / (d * 2n)
  return negative ? -rounded : rounded
}

/** An amount is too large to be represented exactly. */
export class AmountOverflow extends RangeError {
  constructor() {
    super('The amount is too large.')
    this.name = 'AmountOverflow'
  }
}

/** Converts a bigint to an amount. Throws AmountOverflow if it is not a safe integer. */
export function toSafeAmount(wide: bigint): Amount {
  const amount = Number(wide)
  if (!Number.isSafeInteger(amount)) throw new AmountOverflow()
  return amount
}

/** The exact sum, independent of the order. Throws AmountOverflow if the sum is too large. */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  return sumBy(amounts, (amount) => amount)
}

/** The exact sum of one amount per part. Throws AmountOverflow if the sum is too large. */
export function sumBy<T>(parts: readonly T[], amountOf: (part: T) => Amount): Amount {
  let sum = 0
  for (const part of parts) {
    sum += amountOf(part)
    // An intermediate sum can exceed the safe integers although the total does not. Add as bigint.
    if (!Number.isSafeInteger(sum)) return toSafeAmount(parts.reduce((wide, item) => wide + BigInt(amountOf(item)), 0n))
  }
  return sum
}

/** Converts a stored number (at most 15 significant digits) to an integer of 10^-places, rounded half away from zero. */
export function toScaledInteger(x: number, places: number): bigint {
  const factor = 10 ** places
  const product = Math.round(x * factor)
  // Fast path: this double is the nearest one of exactly one decimal with 15 digits.
  if (Math.abs(product) < 1e15 && product / factor === x) return BigInt(product)
  const [digits, power] = Math.abs(x).toExponential(14).split('e') as [string, string]
  const mantissa = BigInt(digits.replace('.', ''))
  const shift = Number(power) - 14 + places
  const positive = shift >= 0 ? mantissa * 10n ** BigInt(shift) : divideRounded(mantissa, 10n ** BigInt(-shift))
  return x < 0 ? -positive : positive
}

/** The smallest unit of a currency in ten-thousandths: 10,000 for 0 decimals, 100 for 2, 10 for 3. */
export function currencyStep(decimals: number): Amount {
  return 10 ** (4 - Math.min(4, Math.max(0, decimals)))
}

/**
 * Rounds an integer of 10^-places of the unit half away from zero to a currency's decimals (0 to 4). Returns ten-thousandths of
 * any size.
 */
export function roundScaled(wide: bigint, places: number, decimals: number): bigint {
  const unit = BigInt(currencyStep(decimals))
  return divideRounded(wide, unit * BigInt(10 ** (places - 4))) * unit
}

/** The same as an amount. Throws AmountOverflow if it is too large. */
export function roundScaledToAmount(wide: bigint, places: number, decimals: number): Amount {
  return toSafeAmount(roundScaled(wide, places, decimals))
}

// Replaces amounts that are too large by null, so lists and previews can still show their other entries.

/** The result of `count`, or null if it throws AmountOverflow. */
export function nullIfOverflow<T>(count: () => T): T | null {
  try {
    return count()
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

export interface Currency {
  /** Units of this currency per unit of the base currency, with at most 8 decimal places. */
  readonly multiplicator: number
  /** Number of decimals, 0 to 4. */
  readonly decimals: number
}

const multiplicatorPlaces = 8

/** Decimal places of stored prices. */
const pricePlaces = 4

function scaledMultiplicator({ multiplicator }: Currency): bigint {
  return toScaledInteger(multiplicator, multiplicatorPlaces)
}

/** Converts an amount in the base currency times an integer quantity, rounded once. Throws AmountOverflow if it is too large. */
export function convertAmount(amount: Amount, quantity: number, currency: Currency): Amount {
  if (!Number.isSafeInteger(amount)) throw new AmountOverflow()
  const wide = BigInt(amount) * BigInt(quantity) * scaledMultiplicator(currency)
  return roundScaledToAmount(wide, pricePlaces + multiplicatorPlaces, currency.decimals)
}

/** Decimal places of the result of `convertUnrounded`. */
export const convertedPlaces = pricePlaces + multiplicatorPlaces

/** Converts a stored price without rounding. Returns an integer of 10^-convertedPlaces. */
export function convertUnrounded(price: number, currency: Currency): bigint {
  return toScaledInteger(price, pricePlaces) * scaledMultiplicator(currency)
}

/**
 * Converts a stored price and rounds it to the currency's decimals, in ten-thousandths of any size. For limits that may never
 * be reached.
 */
export function convertRounded(price: number, currency: Currency): bigint {
  return roundScaled(convertUnrounded(price, currency), convertedPlaces, currency.decimals)
}

/**
 * Converts a stored price and rounds it to the currency's decimals. Throws AmountOverflow if it is too large.
 */
export function convertPrice(price: number, currency: Currency): Amount {
  return toSafeAmount(convertRounded(price, currency))
}
