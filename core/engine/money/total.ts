// The one price function: configurator, cart, order and quote all price their lines here, so they agree to the cent (domain §5).
import type { Amount } from './amount.js'
import { convert, type Currency } from './currency.js'
import { bestDiscount, type Discount, type DiscountLevel, spread } from './discount.js'
import { splitTax, taxIn, taxOn, type TaxPart, type TaxRate } from './tax.js'

/** Whether entered prices are without tax (shop hosts) or contain it (a shop platform may be set so). */
export type PriceEntry = 'net' | 'gross'

export interface Line {
  /** One unit, in the base currency, as entered. */
  readonly unit: Amount
  /** A whole number. */
  readonly quantity: number
  readonly rates: readonly TaxRate[]
}

export interface PricedLine {
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
  /** What the discount took off the net; the net above is after it. */
  readonly discount: Amount
  /** Adds up to `tax`. */
  readonly parts: readonly TaxPart[]
}

export interface PricedGoods {
  readonly lines: readonly PricedLine[]
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
  readonly discount: Discount | null
  /** Net and tax of each rate with its code, over all lines; rates in order of appearance. */
  readonly rates: readonly (TaxPart & { readonly net: Amount })[]
}

/** A line's net in the currency, rounded once; with gross entry the contained tax is taken out. */
function lineNet({ unit, quantity, rates }: Line, currency: Currency, entry: PriceEntry): Amount {
  const amount = convert(unit, quantity, currency)
  return entry === 'net' ? amount : amount - taxIn(amount, rates, currency.decimals)
}

function taxed(net: Amount, discount: Amount, line: Line, currency: Currency, entry: PriceEntry): PricedLine {
  const { decimals } = currency
  // A gross price that nothing is taken off stays what was entered.
  const gross = entry === 'gross' && discount === 0 ? convert(line.unit, line.quantity, currency) : null
  const tax = gross === null ? taxOn(net, line.rates, decimals) : gross - net
  return { net, tax, gross: net + tax, discount, parts: splitTax(tax, line.rates, decimals) }
}

function byRate(lines: readonly PricedLine[]): PricedGoods['rates'] {
  const found = new Map<string, { rate: number; code: string | null; net: Amount; tax: Amount }>()
  for (const { net, parts } of lines) {
    for (const { rate, code, tax } of parts) {
      const key = `${rate} ${code ?? ''}`
      const entry = found.get(key) ?? { rate, code, net: 0, tax: 0 }
      entry.net += net
      entry.tax += tax
      found.set(key, entry)
    }
  }
  return [...found.values()]
}

/**
 * Prices lines: line net = unit × quantity × currency multiplicator, rounded once to the currency's decimals; the best discount
 * level is spread over the lines; tax on the line net, rounded; gross = net + tax. All sums add up exactly. AmountOverflow where
 * an amount is too large.
 */
export function priceGoods(
  lines: readonly Line[],
  currency: Currency,
  levels: readonly DiscountLevel[] = [],
  entry: PriceEntry = 'net',
): PricedGoods {
  const nets = lines.map((line) => lineNet(line, currency, entry))
  const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((total, amount) => total + amount, 0)
  const discount = bestDiscount(sum(nets), levels, currency)
  const shares = spread(discount?.amount ?? 0, nets, currency.decimals)
  const priced = lines.map((line, i) => taxed(nets[i]! - shares[i]!, shares[i]!, line, currency, entry))
  return {
    lines: priced,
    net: sum(priced.map(({ net }) => net)),
    tax: sum(priced.map(({ tax }) => tax)),
    gross: sum(priced.map(({ gross }) => gross)),
    discount,
    rates: byRate(priced),
  }
}
