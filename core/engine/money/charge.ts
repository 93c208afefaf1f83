// The costs of delivery and payment, for price lists and for documents.
import { type Amount, toSafeAmount, roundScaled, roundScaledToAmount, toScaledInteger, sumAmounts } from './amount.js'
import { convertRounded, convertedPlaces, convertUnrounded, convertPrice, type Currency } from './currency.js'
import { orderBySize, type Charge, type GoodsPrice } from './goods.js'
import { combineTaxRates, taxOnNet, type TaxRate } from './tax.js'

export interface DeliveryTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** True for a price agreed for one document: it is in the currency of the document. */
  readonly exact?: boolean
  readonly rates: readonly TaxRate[]
}

export interface PaymentTerms {
  /** Net, in the base currency. */
  readonly price: number
  /** Percentage of the net total of goods and delivery. Negative for a rebate. */
  readonly percentage: number
  /** In the base currency. Null or 0 = no limit. */
  readonly min: number | null
  readonly max: number | null
  /** Null = the tax rates of the largest line. */
  readonly rates: readonly TaxRate[] | null
}

/** The amounts and tax rates on which a payment surcharge depends. */
export interface ChargedGoods {
  /** Net total of the goods after discount. */
  readonly goodsNet: Amount
  readonly delivery: Pick<Charge, 'net'> | null
  readonly leadingRates: readonly TaxRate[]
}

function toCharge(net: Amount, rates: readonly TaxRate[], { decimals }: Currency): Charge {
  const tax = taxOnNet(net, rates, decimals)
  const { rate, code } = combineTaxRates(rates)
  return { net, tax, gross: sumAmounts([net, tax]), rate, code }
}

/** The tax rates of the line with the largest net before discount; on a tie, the higher rate. Empty without lines. */
export function findLeadingRates(
  lines: readonly { readonly rates: readonly TaxRate[] }[],
  prices: readonly GoodsPrice[],
): readonly TaxRate[] {
  const [first] = orderBySize(prices.map(({ netBeforeDiscount: net, rate }) => ({ net, rate, entered: net })))
  return first === undefined ? [] : lines[first]!.rates
}

/** The price of a shipping method in the target currency. Throws AmountOverflow if it is too large. */
export function calculateDeliveryCharge({ price, exact = false, rates }: DeliveryTerms, currency: Currency): Charge {
  const net = exact ? roundScaledToAmount(toScaledInteger(price, 4), 4, currency.decimals) : convertPrice(price, currency)
  return toCharge(net, rates, currency)
}

/** Null and 0 mean no limit. */
function convertLimit(price: number | null, currency: Currency): bigint | null {
  return price === null || price === 0 ? null : convertRounded(price, currency)
}

/** Limits the net amount. If min exceeds max, max applies. */
function clamp(net: bigint, { min, max }: PaymentTerms, currency: Currency): bigint {
  const low = convertLimit(min, currency)
  const high = convertLimit(max, currency)
  const raised = low !== null && net < low ? low : net
  return high !== null && raised > high ? high : raised
}

/**
 * The price of a payment method in the target currency: price plus percentage, rounded once, then limited as a whole. Negative
 * for a rebate. Throws AmountOverflow if it is too large.
 */
export function calculatePaymentCharge(terms: PaymentTerms, goods: ChargedGoods, currency: Currency): Charge {
  const base = BigInt(sumAmounts([goods.goodsNet, goods.delivery?.net ?? 0]))
  // The fixed price has `convertedPlaces` decimal places, the percentage of an amount 4 + 4 + 2.
  const percentage = base * toScaledInteger(terms.percentage, 4) * 10n ** BigInt(convertedPlaces - 10)
  const wide = convertUnrounded(terms.price, currency) + percentage
  const net = toSafeAmount(clamp(roundScaled(wide, convertedPlaces, currency.decimals), terms, currency))
  return toCharge(net, terms.rates ?? goods.leadingRates, currency)
}
