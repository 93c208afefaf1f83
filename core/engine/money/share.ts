// Distributes a discount over lines.
// The shares add up to the discount, and totals do not depend on the order of lines.
import { type Amount, divideRounded, toSafeAmount, sumAmounts } from './amount.js'

/** A line before its discount. */
export interface LineSize {
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
export function sharesOf(discount: Amount, lines: readonly LineSize[], step: Amount): readonly Amount[] {
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
