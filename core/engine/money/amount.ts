// Amounts of money and weight: integers of 1/10,000 of the unit, and the one way in which a double becomes one (domain §5).

/** An integer of 1/10,000 of the unit, exact within the safe integers. */
export type Amount = number

const scale = 10_000

/** The largest figure that still has four exact places. */
const largest = Number.MAX_SAFE_INTEGER / scale

/** Below this, the 15th significant digit is far finer than a ten-thousandth, so only near-halves need the decimal digits. */
const plain = 1e8

/** Rounds the decimal spelling of 15 significant digits half away from zero to 4 places; the slow, exact way. */
function roundDigits(x: number): number {
  const [digits, power] = Math.abs(x).toExponential(14).split('e') as [string, string]
  const mantissa = BigInt(digits.replace('.', ''))
  // |x| = mantissa × 10^(power − 14); wanted: |x| × 10^4, rounded.
  const shift = Number(power) - 14 + 4
  if (shift >= 0) return Number(mantissa * 10n ** BigInt(shift)) * Math.sign(x)
  if (shift < -16) return 0
  const unit = 10n ** BigInt(-shift)
  return Number((mantissa * 2n + unit) / (unit * 2n)) * Math.sign(x)
}

/**
 * The amount nearest to a double: normalised to 15 significant digits, then rounded half away from zero to 4 places.
 * NaN where the figure is no number or too large to have four exact places.
 */
export function toAmount(x: number): Amount {
  if (!(Math.abs(x) <= largest)) return Number.NaN
  const scaled = x * scale
  if (Math.abs(x) < plain) {
    const rounded = Math.round(scaled)
    const distance = Math.abs(scaled - rounded)
    if (distance < 0.49) return rounded === 0 ? 0 : rounded
  }
  const exact = roundDigits(x)
  return exact === 0 ? 0 : exact
}

/** The figure in units; the nearest double to the decimal. */
export function fromAmount(amount: Amount): number {
  return amount / scale
}

/**
 * The result of a calculation as it counts everywhere: 15 significant digits, 4 places. A figure too large for four places
 * keeps its 15 digits; what is no number stays NaN.
 */
export function settleFigure(x: number): number {
  if (Math.abs(x) <= largest) return toAmount(x) / scale
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

/** An amount that became too large to be exact. */
export class AmountOverflow extends RangeError {
  constructor() {
    super('The amount is larger than this service can count exactly.')
    this.name = 'AmountOverflow'
  }
}

/** Back from wide arithmetic; AmountOverflow where the amount is no safe integer. */
export function narrow(wide: bigint): Amount {
  const amount = Number(wide)
  if (!Number.isSafeInteger(amount)) throw new AmountOverflow()
  return amount
}

/** The sum, whatever the order; AmountOverflow where it is too large to be exact. */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  return sumBy(amounts, (amount) => amount)
}

/** The same of what `amountOf` finds in each. */
export function sumBy<T>(parts: readonly T[], amountOf: (part: T) => Amount): Amount {
  let sum = 0
  for (const part of parts) {
    sum += amountOf(part)
    // Beyond the safe integers the wide way tells whether the rest leads back.
    if (!Number.isSafeInteger(sum)) return narrow(parts.reduce((wide, one) => wide + BigInt(amountOf(one)), 0n))
  }
  return sum
}

/** A wire number (at most 15 significant digits) as an exact integer of 10^-places, rounded half away from zero. */
export function scaledInteger(x: number, places: number): bigint {
  const factor = 10 ** places
  const plainly = Math.round(x * factor)
  // The double nearest to a decimal of 15 digits is that decimal's alone.
  if (Math.abs(plainly) < 1e15 && plainly / factor === x) return BigInt(plainly)
  const [digits, power] = Math.abs(x).toExponential(14).split('e') as [string, string]
  const mantissa = BigInt(digits.replace('.', ''))
  const shift = Number(power) - 14 + places
  const positive = shift >= 0 ? mantissa * 10n ** BigInt(shift) : divideRounded(mantissa, 10n ** BigInt(-shift))
  return x < 0 ? -positive : positive
}

/** The step of a currency's smallest unit in ten-thousandths: 10,000 for no decimals, 100 for two, 10 for three. */
export function stepOf(decimals: number): Amount {
  return 10 ** (4 - Math.min(4, Math.max(0, decimals)))
}

/**
 * A wide figure of 10^-places of the unit, rounded once, half away from zero, to a currency's decimals (0 to 4); in
 * ten-thousandths, however large.
 */
export function roundedWide(wide: bigint, places: number, decimals: number): bigint {
  const unit = BigInt(stepOf(decimals))
  return divideRounded(wide, unit * BigInt(10 ** (places - 4))) * unit
}

/** The same as an amount; AmountOverflow where it is too large. */
export function roundWide(wide: bigint, places: number, decimals: number): Amount {
  return narrow(roundedWide(wide, places, decimals))
}
