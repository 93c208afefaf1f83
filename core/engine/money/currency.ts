// From the base currency into a shopper's: multiplied and rounded once, to the currency's decimals (domain §5).
import { type Amount, roundWide, scaledInteger } from './amount.js'

export interface Currency {
  /** How many of its units one unit of the base currency buys; at most 8 places count. */
  readonly multiplicator: number
  /** 0 to 4. */
  readonly decimals: number
}

const multiplicatorPlaces = 8

/** An amount of the base currency, times a whole quantity, in the currency: rounded once. AmountOverflow where it is too large. */
export function convert(amount: Amount, quantity: number, currency: Currency): Amount {
  const factor = scaledInteger(currency.multiplicator, multiplicatorPlaces)
  return roundWide(BigInt(amount) * BigInt(quantity) * factor, 4 + multiplicatorPlaces, currency.decimals)
}
