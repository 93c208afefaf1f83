// Discounts of a customer group by the net goods total: the level that takes off most (domain §5.1, 15 and 16).
import { type Amount, narrow, roundedWide, scaledInteger } from './amount.js'
import { convertedBound, type Currency } from './currency.js'

/**
 * One level; `start` and an amount's `value` are in the base currency, a percentage's in percent. What was agreed upon for one
 * document is `exact`: an amount of the document's own currency.
 */
export interface DiscountLevel {
  readonly start: number
  readonly type: 'percentage' | 'amount' | 'exact'
  /** What is taken off, as a positive number. */
  readonly value: number
  readonly title: string | null
}

export interface Discount {
  readonly title: string | null
  /** What is taken off the net; positive and never more than the total. */
  readonly net: Amount
}

function sizeOf(type: DiscountLevel['type'], value: number, total: Amount, currency: Currency): bigint {
  if (type === 'amount') return convertedBound(value, currency)
  const scaled = scaledInteger(value, 4)
  if (type === 'exact') return roundedWide(scaled, 4, currency.decimals)
  return roundedWide(BigInt(total) * scaled, 4 + 4 + 2, currency.decimals)
}

/** At most the total, which a level may exceed by far. */
function takenOff({ type, value }: DiscountLevel, total: Amount, currency: Currency): Amount {
  const off = sizeOf(type, value, total, currency)
  return off < BigInt(total) ? narrow(off) : total
}

/**
 * The discount on a net goods total (in the currency), of levels in the order of their numbers; null where no level is reached or
 * takes anything off.
 */
export function bestDiscount(total: Amount, levels: readonly DiscountLevel[], currency: Currency): Discount | null {
  let best: Discount | null = null
  for (const level of levels) {
    if (convertedBound(level.start, currency) > BigInt(total)) continue
    const net = takenOff(level, total, currency)
    if (net > (best?.net ?? 0)) best = { title: level.title, net }
  }
  return best
}
