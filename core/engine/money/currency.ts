// From the base currency into a shopper's: multiplied and rounded once, to the currency's decimals (domain §5).
import { type Amount, AmountOverflow, narrow, roundedWide, roundWide, scaledInteger } from './amount.js'

export interface Currency {
  /** How many of its units one unit of the base currency buys; at most 8 places count. */
  readonly multiplicator: number
  /** 0 to 4. */
  readonly decimals: number
}

const multiplicatorPlaces = 8

/** Prices are stored with four places. */
const pricePlaces = 4

function factor({ multiplicator }: Currency): bigint {
  return scaledInteger(multiplicator, multiplicatorPlaces)
}

/** An amount of the base currency, times a whole quantity, in the currency: rounded once. AmountOverflow where it is too large. */
export function convert(amount: Amount, quantity: number, currency: Currency): Amount {
  if (!Number.isSafeInteger(amount)) throw new AmountOverflow()
  const wide = BigInt(amount) * BigInt(quantity) * factor(currency)
  return roundWide(wide, pricePlaces + multiplicatorPlaces, currency.decimals)
}

/** The places of what `convertedWide` yields. */
export const convertedPlaces = pricePlaces + multiplicatorPlaces

/** A stored price in the currency, not rounded yet: an integer of 10^-convertedPlaces. */
export function convertedWide(price: number, currency: Currency): bigint {
  return scaledInteger(price, pricePlaces) * factor(currency)
}

/** A stored price in the currency, rounded to its decimals, in ten-thousandths and however large: for bounds that may never be met. */
export function convertedBound(price: number, currency: Currency): bigint {
  return roundedWide(convertedWide(price, currency), convertedPlaces, currency.decimals)
}

/** A stored price in the currency, rounded to its decimals (domain §5.1, 1). AmountOverflow where it is too large. */
export function convertPrice(price: number, currency: Currency): Amount {
  return narrow(convertedBound(price, currency))
}
