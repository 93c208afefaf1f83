// Converts amounts from the base currency into another currency: multiplied and rounded once to its decimals.
import { type Amount, AmountOverflow, toSafeAmount, roundScaled, roundScaledToAmount, toScaledInteger } from './amount.js'

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
