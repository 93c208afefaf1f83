// The trace of an amount: a tree of lines. The parts of every line add up to it exactly.
import type { Amount } from '../money/amount.js'

export type TraceWarning =
  | 'division_by_zero'
  | 'no_cell'
  | 'no_input'
  | 'not_a_number'
  | 'out_of_range'
  | 'loop'
  | 'malformed'
  | 'missing_calculation'

/** The type of a trace line. */
export type TraceKind =
  | 'total'
  | 'base'
  | 'question'
  | 'answer'
  | 'calculation'
  | 'term'
  | 'cell'
  | 'code'
  | 'rounding'
  | 'conversion'
  /** The tax contained in an entered gross price. */
  | 'contained_tax'
  | 'discount'
  | 'tax'

/** An input of a leaf, for display. Details do not add up. */
export interface TraceDetail {
  /** In the authors' notation: `question 3`, `Total`, `/`. */
  readonly what: string
  readonly value: number | string | null
}

export interface TraceLine {
  readonly kind: TraceKind
  /** An integer of 1/10,000. */
  readonly amount: Amount
  readonly question_id?: number
  readonly answer_id?: number
  readonly calculation_id?: number
  /** The customer group whose price or calculation applies instead of the general one. */
  readonly customer_group_id?: number
  /** The matrix cell of the lookup. */
  readonly cell?: { readonly row: number; readonly column: number }
  /** Tax rate in percent. */
  readonly rate?: number
  readonly title?: string
  readonly details?: readonly TraceDetail[]
  readonly warnings?: readonly TraceWarning[]
  /** The parts add up to `amount`. A line without parts is a leaf. */
  readonly parts?: readonly TraceLine[]
}

/** Creates a line from parts. The rounding difference becomes the last part. */
export function createTraceLine(line: Omit<TraceLine, 'parts'>, parts: readonly TraceLine[]): TraceLine {
  if (parts.length === 0) return line
  const rest = line.amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return { ...line, parts: rest === 0 ? parts : [...parts, { kind: 'rounding', amount: rest }] }
}
