// Prices goods on one side, bought once or recurring: nets, the discount and its shares, taxes (domain §5).
import { type Amount, stepOf, sumAmounts, sumBy } from './amount.js'
import { convert, type Currency } from './currency.js'
import { bestDiscount, type Discount, type DiscountLevel } from './discount.js'
import { type LineSize, sharesOf } from './share.js'
import { combinedRate, taxIn, taxOn, type TaxRate } from './tax.js'

/** Whether entered prices are without tax (shop hosts) or contain it (a shop platform may be set so). */
export type PriceEntry = 'net' | 'gross'

export interface GoodsLine {
  /** One piece, in the base currency, as entered. */
  readonly unit: Amount
  /** A whole number. */
  readonly quantity: number
  readonly rates: readonly TaxRate[]
}

export interface GoodsTerms {
  readonly currency: Currency
  /** 'net' if left out. */
  readonly entry?: PriceEntry
  /** In the order of their numbers; none if left out. */
  readonly levels?: readonly DiscountLevel[]
}

export interface Total {
  readonly net: Amount
  readonly tax: Amount
  readonly gross: Amount
}

/** Something that is charged, in the currency; `rate` and `code` are of its rates together. */
export interface Charge extends Total, TaxRate {}

/** Net, tax and gross are after the line's share of the discount. */
export interface GoodsPrice extends Charge {
  readonly netBeforeDiscount: Amount
}

export interface PricedGoods extends Total {
  readonly lines: readonly GoodsPrice[]
  readonly discount: Discount | null
}

/** A line before its discount, with the tax that its rates take of it. */
interface Entered extends LineSize, TaxRate {
  readonly rates: readonly TaxRate[]
}

/** Rounded once; with gross entry the contained tax is taken out. */
function enter({ unit, quantity, rates }: GoodsLine, { currency, entry = 'net' }: GoodsTerms): Entered {
  const entered = convert(unit, quantity, currency)
  const net = entry === 'net' ? entered : entered - taxIn(entered, rates, currency.decimals)
  const { rate, code } = combinedRate(rates)
  return { net, rate, code, entered, rates }
}

function after(share: Amount, line: Entered, { currency, entry = 'net' }: GoodsTerms): GoodsPrice {
  const { rate, code, rates, entered } = line
  const net = line.net - share
  // A gross price that nothing is taken off stays what was entered.
  const tax = entry === 'gross' && share === 0 ? entered - net : taxOn(net, rates, currency.decimals)
  return { netBeforeDiscount: line.net, net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/**
 * Prices lines: line net = unit × quantity × currency multiplicator, rounded once to the currency's decimals; the best discount
 * level is spread over the lines; tax on the line net, rounded; gross = net + tax. All sums add up exactly. AmountOverflow where
 * an amount is too large.
 */
export function priceGoods(lines: readonly GoodsLine[], terms: GoodsTerms): PricedGoods {
  const { currency, levels = [] } = terms
  const entered = lines.map((line) => enter(line, terms))
  const discount = bestDiscount(
    sumBy(entered, ({ net }) => net),
    levels,
    currency,
  )
  const shares = sharesOf(discount?.net ?? 0, entered, stepOf(currency.decimals))
  const priced = entered.map((line, i) => after(shares[i]!, line, terms))
  const { net, tax, gross } = sumTotals(priced)
  return { lines: priced, net, tax, gross, discount }
}

/** AmountOverflow where it is too large to be exact. */
export function sumTotals(totals: readonly Total[]): Total {
  return {
    net: sumBy(totals, ({ net }) => net),
    tax: sumBy(totals, ({ tax }) => tax),
    gross: sumBy(totals, ({ gross }) => gross),
  }
}
