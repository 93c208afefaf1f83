// A line of a trace: an amount with the parts that add up to it. In engine amounts, in decimals, and merged to fit a size.
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
type TraceKind =
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

/** Replaces several lines. With its siblings it adds up to the line above. */
export interface MergedLine {
  readonly kind: 'folded'
  readonly amount: number
  /** Number of lines that it replaces. */
  readonly lines: number
}

/** A traced line with decimal amounts. Its parts add up to it exactly. */
export type DecimalTraceLine = Omit<TraceLine, 'amount' | 'parts'> & {
  readonly amount: number
  readonly parts?: readonly DecimalTraceLine[]
}

export type ExcerptLine = Omit<DecimalTraceLine, 'parts'> & { readonly parts?: readonly (ExcerptLine | MergedLine)[] }
