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

export interface DocumentTerms {
  readonly currency: Currency
  /** 'net' if left out; delivery and payment are net in any case. */
  readonly entry?: PriceEntry
  /** In the order of their numbers. */
  readonly levels?: readonly DiscountLevel[]
  readonly recurringLevels?: readonly DiscountLevel[]
  readonly delivery?: DeliveryTerms | null
  readonly payment?: PaymentTerms | null
}

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
  return [...goods.lines, ...others.flatMap((charge) => (charge === null || charge.net === 0 ? [] : charge))]
}

/**
 * Prices a document. Lines are rounded once each, and everything else is summed up: lines + delivery + payment are the totals, and
 * the rows of rates add up to them. AmountOverflow where an amount is too large to be exact.
 */
export function priceDocument(lines: readonly DocumentLine[], terms: DocumentTerms): PricedDocument {
  const { currency, levels = [], recurringLevels = [], entry = 'net' } = terms
  const once = priceGoods(lines, { currency, entry, levels })
  const again = lines.map(({ recurring, recurringRates, quantity }) => ({ unit: recurring, rates: recurringRates, quantity }))
  const recurring = priceGoods(again, { currency, entry, levels: recurringLevels })
  const delivery = terms.delivery ? deliveryPrice(terms.delivery, currency) : null
  const goods = { goodsNet: once.net, delivery, leadingRates: leadingRates(lines, once.lines) }
  const payment = terms.payment ? paymentSurcharge(terms.payment, goods, currency) : null
  const { net, tax, gross } = recurring
  const document: PricedDocument = {
    ...goods,
    ...sumTotals([once, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])]),
    lines: once.lines.map((line, i) => ({ ...line, recurring: recurring.lines[i]! })),
    discount: once.discount,
    payment,
    recurring: { net, tax, gross },
    recurringDiscount: recurring.discount,
    rates: [
      ...rateRows(chargesWithRows(once, delivery, payment), false),
      // A line without a recurring price has no part in what recurs.
      ...rateRows(
        recurring.lines.filter((_, i) => lines[i]!.recurring !== 0),
        true,
      ),
    ],
  }
  assertBalanced(document)
  return document
}
