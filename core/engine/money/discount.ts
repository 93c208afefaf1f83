// Discounts of a customer group by the net goods total: the level that gives the lowest total, spread over the lines (domain §5).
import { type Amount, roundWide, scaledInteger, toAmount } from './amount.js'
import { convert, type Currency } from './currency.js'

/** One level; `start` and an amount's `value` are in the base currency, a percentage's in percent. */
export interface DiscountLevel {
  readonly start: number
  readonly type: 'percentage' | 'amount'
  readonly value: number
  readonly title: string | null
}

export interface Discount {
  readonly title: string | null
  /** What is taken off; never more than the total. */
  readonly amount: Amount
}

function discountBy(level: DiscountLevel, total: Amount, currency: Currency): Amount {
  const off =
    level.type === 'percentage'
      ? roundWide(BigInt(total) * scaledInteger(level.value, 4), 4 + 4 + 2, currency.decimals)
      : convert(toAmount(level.value) || 0, 1, currency)
  return Math.min(Math.max(off, 0), total)
}

/** The discount on a net goods total (in the currency); null where no level applies or takes anything off. */
export function bestDiscount(total: Amount, levels: readonly DiscountLevel[], currency: Currency): Discount | null {
  let best: Discount | null = null
  for (const level of levels) {
    if (total <= 0 || convert(toAmount(level.start) || 0, 1, currency) > total) continue
    const amount = discountBy(level, total, currency)
    if (amount > (best?.amount ?? 0)) best = { title: level.title, amount }
  }
  return best
}

/** Spreads an amount over lines in proportion to their nets; the remainder goes to the largest line, so the parts add up exactly. */
export function spread(amount: Amount, nets: readonly Amount[], decimals: number): readonly Amount[] {
  const shares = nets.map((net) => BigInt(Math.max(net, 0)))
  const whole = shares.reduce((sum, share) => sum + share, 0n)
  if (amount === 0 || whole === 0n) return nets.map(() => 0)
  const parts = shares.map((share) => roundWide((BigInt(amount) * share * 10n ** 12n) / whole, 4 + 12, decimals))
  const largest = nets.reduce((best, net, i) => (net > nets[best]! ? i : best), 0)
  parts[largest]! += amount - parts.reduce((sum, part) => sum + part, 0)
  return parts
}
