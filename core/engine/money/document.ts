// The one price function: configurator, cart, order, quote and invoice are priced here, so they agree to the cent (domain §5.1).
import type { Amount } from './amount.js'
import { assertBalanced } from './balance.js'
import { type DeliveryTerms, deliveryPrice, leadingRates, type PaymentTerms, paymentSurcharge } from './charge.js'
import type { Currency } from './currency.js'
import type { Discount, DiscountLevel } from './discount.js'
import {
  type Charge,
  type GoodsLine,
  type GoodsPrice,
  type PriceEntry,
  type PricedGoods,
  priceGoods,
  sumTotals,
  type Total,
} from './goods.js'
import { type DocumentRate, rateRows } from './rate-rows.js'
import type { TaxRate } from './tax.js'

/** What is bought: once, and again and again. `recurring` is 0 for a product without recurring pricing. */
export interface DocumentLine extends GoodsLine {
  /** One piece, in the base currency, as entered. */
  readonly recurring: Amount
  readonly recurringRates: readonly TaxRate[]
}

/** How the goods are priced. */
export interface GoodsTerms {
  readonly currency: Currency
  /** 'net' if left out; delivery and payment are net in any case. */
  readonly entry?: PriceEntry
  /** In the order of their numbers. */
  readonly levels?: readonly DiscountLevel[]
  readonly recurringLevels?: readonly DiscountLevel[]
}

/** What is charged beside the goods. */
export interface Charges {
  readonly delivery?: DeliveryTerms | null
  readonly payment?: PaymentTerms | null
}

export interface DocumentTerms extends GoodsTerms, Charges {}

export interface DocumentLinePrice extends GoodsPrice {
  readonly recurring: GoodsPrice
}

/** All amounts in the document's currency. Net, tax and gross are what is paid: lines, delivery and payment; nothing recurring. */
export interface PricedDocument extends Total {
  /** In the order of the lines given. */
  readonly lines: readonly DocumentLinePrice[]
  /** The lines after discount. */
  readonly goodsNet: Amount
  readonly discount: Discount | null
  readonly delivery: Charge | null
  readonly payment: Charge | null
  readonly recurring: Total
  readonly recurringDiscount: Discount | null
  /** What is bought once, the highest rate first, then what recurs. */
  readonly rates: readonly DocumentRate[]
  /** Of the largest line: how a payment method without a tax class is taxed. */
  readonly leadingRates: readonly TaxRate[]
}

/** A delivery or payment that costs nothing has no row; a line always has. */
function chargesWithRows(goods: PricedGoods, ...others: readonly (Charge | null)[]): readonly Charge[] {
  const charges: Charge[] = [...goods.lines]
  for (const charge of others) if (charge !== null && charge.net !== 0) charges.push(charge)
  return charges
}

/** The goods of a document: what is bought once, and the same lines as they recur. */
export interface PricedLines {
  readonly once: PricedGoods
  readonly recurring: PricedGoods
  /** Of `once`, each with what recurs of it. */
  readonly lines: readonly DocumentLinePrice[]
  /** What recurs of the lines that have a recurring price: the others have no part in it. */
  readonly recurringLines: readonly GoodsPrice[]
  readonly leadingRates: readonly TaxRate[]
}

/** Prices the goods of a document. AmountOverflow where an amount is too large to be exact. */
export function priceLines(lines: readonly DocumentLine[], terms: GoodsTerms): PricedLines {
  const { currency, levels = [], recurringLevels = [], entry = 'net' } = terms
  const once = priceGoods(lines, { currency, entry, levels })
  const again = lines.map(({ recurring, recurringRates, quantity }) => ({ unit: recurring, rates: recurringRates, quantity }))
  const recurring = priceGoods(again, { currency, entry, levels: recurringLevels })
  return {
    once,
    recurring,
    lines: once.lines.map(({ net, tax, gross, rate, code, netBeforeDiscount }, i) => {
      return { net, tax, gross, rate, code, netBeforeDiscount, recurring: recurring.lines[i]! }
    }),
    recurringLines: recurring.lines.filter((_, i) => lines[i]!.recurring !== 0),
    leadingRates: leadingRates(lines, once.lines),
  }
}

/** The document of priced goods, with what is charged beside them. AmountOverflow where an amount is too large to be exact. */
export function chargedDocument(goods: PricedLines, charges: Charges, currency: Currency): PricedDocument {
  const { once, recurring, lines, recurringLines, leadingRates: leading } = goods
  const delivery = charges.delivery ? deliveryPrice(charges.delivery, currency) : null
  const payment = charges.payment
    ? paymentSurcharge(charges.payment, { goodsNet: once.net, delivery, leadingRates: leading }, currency)
    : null
  const { net, tax, gross } = sumTotals([once, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])])
  const document: PricedDocument = {
    goodsNet: once.net,
    delivery,
    leadingRates: leading,
    net,
    tax,
    gross,
    lines,
    discount: once.discount,
    payment,
    recurring: { net: recurring.net, tax: recurring.tax, gross: recurring.gross },
    recurringDiscount: recurring.discount,
    rates: [...rateRows(chargesWithRows(once, delivery, payment), false), ...rateRows(recurringLines, true)],
  }
  assertBalanced(document)
  return document
}

/**
 * Prices a document. Lines are rounded once each, and everything else is summed up: lines + delivery + payment are the totals, and
 * the rows of rates add up to them. AmountOverflow where an amount is too large to be exact.
 */
export function priceDocument(lines: readonly DocumentLine[], terms: DocumentTerms): PricedDocument {
  return chargedDocument(priceLines(lines, terms), terms, terms.currency)
}
