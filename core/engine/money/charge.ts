// What delivery and payment cost: for the lists of what is offered, and in the document (domain §5.1, 1, 14 and 19).
import { type Amount, narrow, roundedWide, roundWide, scaledInteger, sumAmounts } from './amount.js'
import { convertedBound, convertedPlaces, convertedWide, convertPrice, type Currency } from './currency.js'
import { bySize } from './share.js'
import { combinedRate, taxOn, type TaxRate } from './tax.js'
import type { Charge, GoodsPrice } from './goods.js'

export interface DeliveryTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** True for a price that was agreed upon for one document: it is in the document's own currency. */
  readonly exact?: boolean
  readonly rates: readonly TaxRate[]
}

export interface PaymentTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** In per cent of the net of goods and delivery; a negative one is a rebate. */
  readonly percentage: number
  /** In the base currency; null or 0 is no bound. */
  readonly min: number | null
  readonly max: number | null
  /** null: those of the largest line. */
  readonly rates: readonly TaxRate[] | null
}

/** What a payment method's percentage and, where it has no tax class of its own, its rates depend on. */
export interface ChargedGoods {
  /** Goods after discount. */
  readonly goodsNet: Amount
  readonly delivery: Pick<Charge, 'net'> | null
  readonly leadingRates: readonly TaxRate[]
}

function chargeOf(net: Amount, rates: readonly TaxRate[], { decimals }: Currency): Charge {
  const tax = taxOn(net, rates, decimals)
  const { rate, code } = combinedRate(rates)
  return { net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/** The rates of the largest line before its discount, among equals the higher one; none without lines. */
export function leadingRates(
  lines: readonly { readonly rates: readonly TaxRate[] }[],
  prices: readonly GoodsPrice[],
): readonly TaxRate[] {
  const [first] = bySize(prices.map(({ netBeforeDiscount: net, rate }) => ({ net, rate, entered: net })))
  return first === undefined ? [] : lines[first]!.rates
}

/** What a shipping method costs, in the currency. AmountOverflow where that is too large. */
export function deliveryPrice({ price, exact = false, rates }: DeliveryTerms, currency: Currency): Charge {
  const net = exact ? roundWide(scaledInteger(price, 4), 4, currency.decimals) : convertPrice(price, currency)
  return chargeOf(net, rates, currency)
}

/** null and 0 are no bound. */
function boundOf(price: number | null, currency: Currency): bigint | null {
  return price === null || price === 0 ? null : convertedBound(price, currency)
}

/** Between the bounds; where they cross, the upper one holds. */
function clamped(net: bigint, { min, max }: PaymentTerms, currency: Currency): bigint {
  const low = boundOf(min, currency)
  const high = boundOf(max, currency)
  const raised = low !== null && net < low ? low : net
  return high !== null && raised > high ? high : raised
}

/**
 * What a payment method costs for these goods with their delivery, in the currency: price and percentage are added, rounded once,
 * then clamped as a whole. Negative for a rebate. AmountOverflow where it is too large.
 */
export function paymentSurcharge(terms: PaymentTerms, goods: ChargedGoods, currency: Currency): Charge {
  const base = BigInt(sumAmounts([goods.goodsNet, goods.delivery?.net ?? 0]))
  // The price has `convertedPlaces`, the percentage of an amount 4 + 4 + 2 of them.
  const percentage = base * scaledInteger(terms.percentage, 4) * 10n ** BigInt(convertedPlaces - 10)
  const wide = convertedWide(terms.price, currency) + percentage
  const net = narrow(clamped(roundedWide(wide, convertedPlaces, currency.decimals), terms, currency))
  return chargeOf(net, terms.rates ?? goods.leadingRates, currency)
}
