// The price of a line: net, tax and gross in a currency. Configurator, cart, order and quote all use this one function (domain §5).
import { type Amount, narrow, roundWide, scaledInteger } from './amount.js'

export interface CurrencyTerms {
  /** Units of the currency for one of the base currency; 8 places count. */
  readonly multiplicator: number
  readonly decimals: number
}

/** In the currency, rounded to its decimals; gross is net + tax. */
export interface LineAmounts {
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
}

const multiplicatorPlaces = 8
const ratePlaces = 4

/**
 * Line net = unit net × quantity × multiplicator, rounded once; tax = line net × rate, rounded.
 * @param unitNet in the base currency
 * @param rate per cent, e.g. 19
 * @throws AmountOverflow beyond what can be counted exactly
 */
export function lineAmounts(unitNet: Amount, quantity: number, currency: CurrencyTerms, rate: number): LineAmounts {
  const wide = BigInt(unitNet) * BigInt(quantity) * scaledInteger(currency.multiplicator, multiplicatorPlaces)
  const net = roundWide(wide, 4 + multiplicatorPlaces, currency.decimals)
  const tax = roundWide(BigInt(net) * scaledInteger(rate, ratePlaces), 4 + ratePlaces + 2, currency.decimals)
  return { net, tax, gross: narrow(BigInt(net) + BigInt(tax)) }
}
