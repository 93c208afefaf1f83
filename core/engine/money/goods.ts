// Prices goods, one-time or recurring: net amounts, the discount and its shares, taxes.
import { type Amount, currencyStep, sumAmounts, sumBy, divideRounded, toSafeAmount } from './amount.js'
import { convertAmount, type Currency } from './currency.js'
import { bestDiscount, type Discount, type DiscountLevel } from './discount.js'
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

interface GoodsTerms {
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

// Distributes a discount over lines.
// The shares add up to the discount, and totals do not depend on the order of lines.

/** A line before its discount. */
interface LineSize {
  readonly net: Amount
  /** The combined tax rate in percent. */
  readonly rate: number
  /** The amount as entered, with or without tax. It orders lines with the same net. */
  readonly entered: Amount
}

/** The indexes of lines, largest first: by net, then rate, then entered amount, then position. */
export function orderBySize(lines: readonly LineSize[]): readonly number[] {
  const compare = (a: LineSize, b: LineSize): number => b.net - a.net || b.rate - a.rate || b.entered - a.entered
  return [...lines.keys()].sort((a, b) => compare(lines[a]!, lines[b]!) || a - b)
}

/**
 * The share of each line: discount × net ÷ sum of nets, rounded to `step`. The rounding difference is added to the largest line
 * while its share stays between 0 and its net, then to the next one. The discount is at most the sum. Both are multiples of the
 * step, like the nets.
 */
function sharesOf(discount: Amount, lines: readonly LineSize[], step: Amount): readonly Amount[] {
  if (discount === 0) return lines.map(() => 0)
  const sum = BigInt(sumAmounts(lines.map(({ net }) => net))) * BigInt(step)
  const shares = lines.map(({ net }) => step * toSafeAmount(divideRounded(BigInt(discount) * BigInt(net), sum)))
  let rest = discount - sumAmounts(shares)
  for (const i of orderBySize(lines)) {
    const { net } = lines[i]!
    const share = shares[i]!
    const adjusted = Math.min(Math.max(share + rest, Math.min(0, net)), Math.max(0, net))
    rest -= adjusted - share
    shares[i] = adjusted
  }
  return shares
}
