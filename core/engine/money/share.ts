// Spreads a discount over lines so that the shares add up to it and totals don't depend on the order of lines (domain §5.1, 17).
import { type Amount, divideRounded, narrow, sumAmounts } from './amount.js'

/** A line before its discount. */
export interface LineSize {
  readonly net: Amount
  /** The combined rate, in per cent. */
  readonly rate: number
  /** As it was entered, with or without tax: of lines with one net it may still tell them apart. */
  readonly entered: Amount
}

/** The places of lines, the largest first: by net, then by rate, then by what was entered, then as they stand. */
export function bySize(lines: readonly LineSize[]): readonly number[] {
  const compare = (a: LineSize, b: LineSize): number => b.net - a.net || b.rate - a.rate || b.entered - a.entered
  return [...lines.keys()].sort((a, b) => compare(lines[a]!, lines[b]!) || a - b)
}

/**
 * What each line bears of a discount: discount × net ÷ sum of nets, rounded to the currency's `step`. What rounding left over goes
 * to the largest line as far as its share stays between 0 and its net, then to the next. The discount is at most the sum; both
 * are multiples of the step, like the nets.
 */
export function sharesOf(discount: Amount, lines: readonly LineSize[], step: Amount): readonly Amount[] {
  if (discount === 0) return lines.map(() => 0)
  const sum = BigInt(sumAmounts(lines.map(({ net }) => net))) * BigInt(step)
  const shares = lines.map(({ net }) => step * narrow(divideRounded(BigInt(discount) * BigInt(net), sum)))
  let rest = discount - sumAmounts(shares)
  for (const i of bySize(lines)) {
    const { net } = lines[i]!
    const share = shares[i]!
    const moved = Math.min(Math.max(share + rest, Math.min(0, net)), Math.max(0, net))
    rest -= moved - share
    shares[i] = moved
  }
  return shares
}
