// Discounts of a customer group by net goods total: the level with the largest discount applies.
import { type Amount, toSafeAmount, roundScaled, toScaledInteger } from './amount.js'
import { convertRounded, type Currency } from './currency.js'

/**
 * A discount level. `start` and the value of type `amount` are in the base currency, the value of type `percentage` in percent.
 * Type `exact` is an amount agreed for one document, in the currency of the document.
 */
export interface DiscountLevel {
  readonly start: number
  readonly type: 'percentage' | 'amount' | 'exact'
  /** The size of the discount as a positive number. */
  readonly value: number
  readonly title: string | null
}

export interface Discount {
  readonly title: string | null
  /** The reduction of the net total. Positive and at most the total. */
  readonly net: Amount
}

function discountSize(type: DiscountLevel['type'], value: number, total: Amount, currency: Currency): bigint {
  if (type === 'amount') return convertRounded(value, currency)
  const scaled = toScaledInteger(value, 4)
  if (type === 'exact') return roundScaled(scaled, 4, currency.decimals)
  return roundScaled(BigInt(total) * scaled, 4 + 4 + 2, currency.decimals)
}

/** The discount of a level, limited to the total. */
function cappedDiscount({ type, value }: DiscountLevel, total: Amount, currency: Currency): Amount {
  const size = discountSize(type, value, total, currency)
  return size < BigInt(total) ? toSafeAmount(size) : total
}

/**
 * The best discount on a net goods total (in the target currency), from levels in the order of their numbers. Null if no level
 * applies or all discounts are 0.
 */
export function bestDiscount(total: Amount, levels: readonly DiscountLevel[], currency: Currency): Discount | null {
  let best: Discount | null = null
  for (const level of levels) {
    if (convertRounded(level.start, currency) > BigInt(total)) continue
    const net = cappedDiscount(level, total, currency)
    if (net > (best?.net ?? 0)) best = { title: level.title, net }
  }
  return best
}
