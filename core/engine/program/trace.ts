// How an amount came about: a tree of lines in which every line's parts add up to it exactly, so its leaves do too (domain §5).
import type { Amount } from '../money/amount.js'

export type Warning =
  | 'division_by_zero'
  | 'no_cell'
  | 'no_input'
  | 'not_a_number'
  | 'out_of_range'
  | 'loop'
  | 'malformed'
  | 'missing_calculation'

/** What a line stands for. */
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
  /** What an entered gross price contains and its net does not. */
  | 'contained_tax'
  | 'discount'
  | 'tax'

/** What went into a leaf, for reading; these do not add up. */
export interface Detail {
  /** As authors write it: `question 3`, `Total`, `/`. */
  readonly what: string
  readonly value: number | string | null
}

export interface TraceLine {
  readonly kind: TraceKind
  /** Integer of 1/10,000. */
  readonly amount: Amount
  readonly question_id?: number
  readonly answer_id?: number
  readonly calculation_id?: number
  /** The group whose own price or calculation counts here instead of everyone's. */
  readonly customer_group_id?: number
  /** The cell of a matrix that was found. */
  readonly cell?: { readonly row: number; readonly column: number }
  /** Tax in percent. */
  readonly rate?: number
  readonly title?: string
  readonly details?: readonly Detail[]
  readonly warnings?: readonly Warning[]
  /** Adds up to `amount`; without it the line is a leaf. */
  readonly parts?: readonly TraceLine[]
}

/** Makes a line of parts; what rounding left over becomes a last part. */
export function sumUp(line: Omit<TraceLine, 'parts'>, parts: readonly TraceLine[]): TraceLine {
  if (parts.length === 0) return line
  const rest = line.amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return { ...line, parts: rest === 0 ? parts : [...parts, { kind: 'rounding', amount: rest }] }
}
