// A traced amount as people and records get it: decimals instead of ten-thousandths, and no deeper than JSON is kept.
import { fromAmount } from '../engine/money/amount.js'
import type { TraceLine } from '../engine/program/trace.js'

/** A traced line with amounts as decimals; its parts add up to it exactly. */
export type ShownLine = Omit<TraceLine, 'amount' | 'parts'> & { readonly amount: number; readonly parts?: readonly ShownLine[] }

/** Lines below a line at most: each is an object in a list, and a kept value takes 64 levels. */
const deepest = 24

/** A line at the greatest depth stands for what is below it. */
export function shownLine({ amount, parts, ...line }: TraceLine, depth = deepest): ShownLine {
  return {
    ...line,
    amount: fromAmount(amount),
    ...(parts && depth > 0 && { parts: parts.map((part) => shownLine(part, depth - 1)) }),
  }
}
