// Relative changes of stored prices: adds a percentage or an amount, then rounds to a step or an ending. Exact integer arithmetic.
import { currencyStep, divideRounded } from './amount.js'

interface Rounding {
  /** The distance of two rounded prices, in ten-thousandths. */
  readonly step: bigint
  /** The remainder of a rounded price, in ten-thousandths. */
  readonly ending: bigint
}

/** Without rounding, prices keep the four decimal places with which they are stored. */
export const priceRoundings = {
  none: { step: 1n, ending: 0n },
  to_0_01: { step: 100n, ending: 0n },
  to_0_05: { step: 500n, ending: 0n },
  to_0_10: { step: 1_000n, ending: 0n },
  to_0_50: { step: 5_000n, ending: 0n },
  to_1: { step: 10_000n, ending: 0n },
  ends_90: { step: 10_000n, ending: 9_000n },
  ends_95: { step: 10_000n, ending: 9_500n },
  ends_99: { step: 10_000n, ending: 9_900n },
} as const satisfies Readonly<Record<string, Rounding>>

export type PriceRounding = keyof typeof priceRoundings
export type RoundingDirection = 'nearest' | 'up' | 'down'

export interface PriceChange {
  /** In ten-thousandths of a percent. null for an amount. */
  readonly percent: bigint | null
  /** In ten-thousandths of the unit. null for a percentage. */
  readonly amount: bigint | null
  /** In hundred-millionths: the price is multiplied by it. Instead of a percentage and an amount. */
  readonly factor?: bigint
  readonly rounding: PriceRounding
  readonly direction: RoundingDirection
}

/** True if the currency has the decimal places that the rounding needs. */
export function canRoundTo(rounding: PriceRounding, decimals: number): boolean {
  if (rounding === 'none') return true
  const { step, ending } = priceRoundings[rounding]
  const unit = BigInt(currencyStep(decimals))
  return step % unit === 0n && ending % unit === 0n
}

const hundredPercent = 1_000_000n
const factorScale = 100_000_000n

/** The changed price before rounding, as a fraction. */
function toFraction(price: bigint, { percent, amount, factor }: PriceChange): readonly [numerator: bigint, denominator: bigint] {
  if (factor !== undefined) return [price * factor, factorScale]
  return percent === null ? [price + (amount ?? 0n), 1n] : [price * (hundredPercent + percent), hundredPercent]
}

/**
 * The changed price, in ten-thousandths like the old one. A price of 0 stays 0. Up is the higher price and down the lower one, also
 * below 0. Endings mirror at 0, and a price below the first ending becomes that ending, so no rounding changes the sign.
 */
export function changePrice(price: bigint, change: PriceChange): bigint {
  if (price === 0n) return 0n
  const { rounding, direction } = change
  const [numerator, denominator] = toFraction(price, change)
  if (numerator === 0n) return 0n
  const isNegative = numerator < 0n
  const { step, ending }: Rounding = priceRoundings[rounding]
  const distance = (isNegative ? -numerator : numerator) - ending * denominator
  if (distance < 0n) return isNegative ? -ending : ending
  const size = step * denominator
  const isNearest = direction === 'nearest' || rounding === 'none'
  const isAway = (direction === 'up') !== isNegative
  const steps = isNearest ? divideRounded(distance, size) : isAway ? (distance + size - 1n) / size : distance / size
  const magnitude = steps * step + ending
  return isNegative ? -magnitude : magnitude
}
