// Prices goods, one-time or recurring: net amounts, the discount and its shares, taxes.
import { type Amount, currencyStep, sumAmounts, sumBy } from './amount.js'
import { convertAmount, type Currency } from './currency.js'
import { bestDiscount, type Discount, type DiscountLevel } from './discount.js'
import { type LineSize, sharesOf } from './share.js'
import { combineTaxRates, taxInGross, taxOnNet, type TaxRate } from './tax.js'

/** Whether entered prices exclude tax ('net', shop hosts) or include it ('gross', a setting of shop platforms). */
export type PriceEntry = 'net' | 'gross'

export interface GoodsLine {
  /** Price per unit, in the base currency, as entered. */
  readonly unit: Amount
  /** An integer. */
  readonly quantity: number
  readonly rates: readonly TaxRate[]
}

export interface GoodsTerms {
  readonly currency: Currency
  /** Default 'net'. */
  readonly entry?: PriceEntry
  /** In the order of their numbers. Default: none. */
  readonly levels?: readonly DiscountLevel[]
}

export interface Total {
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
}

/** A charged amount in the target currency. `rate` and `code` combine all its tax rates. */
export interface Charge extends Total, TaxRate {}

/** The price of a line. Net, tax and gross include the line's share of the discount. */
export interface GoodsPrice extends Charge {
  readonly netBeforeDiscount: Amount
}

export interface PricedGoods extends Total {
  readonly lines: readonly GoodsPrice[]
  readonly discount: Discount | null
}

/** A line before its discount. */
interface EnteredLine extends LineSize, TaxRate {
  readonly rates: readonly TaxRate[]
}

/** Converts and rounds the line once. With gross entry the contained tax is subtracted. */
function convertLine({ unit, quantity, rates }: GoodsLine, { currency, entry = 'net' }: GoodsTerms): EnteredLine {
  const entered = convertAmount(unit, quantity, currency)
  const net = entry === 'net' ? entered : entered - taxInGross(entered, rates, currency.decimals)
  const { rate, code } = combineTaxRates(rates)
  return { net, rate, code, entered, rates }
}

function discountLine(share: Amount, line: EnteredLine, { currency, entry = 'net' }: GoodsTerms): GoodsPrice {
  const { rate, code, rates, entered } = line
  const net = line.net - share
  // A gross price without discount remains exactly as entered.
  const tax = entry === 'gross' && share === 0 ? entered - net : taxOnNet(net, rates, currency.decimals)
  return { netBeforeDiscount: line.net, net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/**
 * Prices lines. Line net = unit × quantity × currency multiplicator, rounded once to the currency's decimals. The best discount
 * level is distributed over the lines. Tax is computed on the line net and rounded; gross = net + tax. All sums add up exactly.
 * Throws AmountOverflow if an amount is too large.
 */
export function priceGoods(lines: readonly GoodsLine[], terms: GoodsTerms): PricedGoods {
  const { currency, levels = [] } = terms
  const enteredLines = lines.map((line) => convertLine(line, terms))
  const discount = bestDiscount(
    sumBy(enteredLines, ({ net }) => net),
    levels,
    currency,
  )
  const shares = sharesOf(discount?.net ?? 0, enteredLines, currencyStep(currency.decimals))
  const pricedLines = enteredLines.map((line, i) => discountLine(shares[i]!, line, terms))
  const { net, tax, gross } = sumTotals(pricedLines)
  return { lines: pricedLines, net, tax, gross, discount }
}

/** Adds totals. Throws AmountOverflow if a sum is too large. */
export function sumTotals(totals: readonly Total[]): Total {
  return {
    net: sumBy(totals, ({ net }) => net),
    tax: sumBy(totals, ({ tax }) => tax),
    gross: sumBy(totals, ({ gross }) => gross),
  }
}
