// Converts a traced amount for output: decimals instead of ten-thousandths, and a limited depth for storage as JSON.
import { fromAmount } from '../engine/money/amount.js'
import type { TraceLine } from '../engine/program/trace.js'

/** A traced line with decimal amounts. Its parts add up to it exactly. */
export type DecimalTraceLine = Omit<TraceLine, 'amount' | 'parts'> & {
  readonly amount: number
  readonly parts?: readonly DecimalTraceLine[]
}

/** Maximum depth of lines. Each level is an object in a list, and a stored value has at most 64 levels. */
const maxDepth = 24

/** Drops the parts of lines at the maximum depth. */
export function toDecimalTraceLine({ amount, parts, ...line }: TraceLine, depth = maxDepth): DecimalTraceLine {
  return {
    ...line,
    amount: fromAmount(amount),
    ...(parts && depth > 0 && { parts: parts.map((part) => toDecimalTraceLine(part, depth - 1)) }),
  }
}
