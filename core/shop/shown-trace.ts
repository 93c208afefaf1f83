// Converts a traced amount for output: decimals instead of ten-thousandths, and a limited depth for storage as JSON.
import { fromAmount } from '../engine/money/amount.js'
import type { TraceLine } from '../engine/program/trace.js'

/** A traced line with decimal amounts. Its parts add up to it exactly. */
export type ShownLine = Omit<TraceLine, 'amount' | 'parts'> & { readonly amount: number; readonly parts?: readonly ShownLine[] }

/** Maximum depth of lines. Each level is an object in a list, and a stored value has at most 64 levels. */
const deepest = 24

/** Drops the parts of lines at the maximum depth. */
export function shownLine({ amount, parts, ...line }: TraceLine, depth = deepest): ShownLine {
  return {
    ...line,
    amount: fromAmount(amount),
    ...(parts && depth > 0 && { parts: parts.map((part) => shownLine(part, depth - 1)) }),
  }
}
