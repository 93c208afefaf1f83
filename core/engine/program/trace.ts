// The trace of an amount, a tree of lines whose parts add up exactly, and the line from unit price to gross.
import { type Amount, fromAmount, toAmount } from '../money/amount.js'
import { convertAmount, type Currency } from '../money/currency.js'
import type { GoodsPrice, PriceEntry } from '../money/goods.js'

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

/** Creates a line from parts. The rounding difference becomes the last part. */
export function createTraceLine(line: Omit<TraceLine, 'parts'>, parts: readonly TraceLine[]): TraceLine {
  if (parts.length === 0) return line
  const rest = line.amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return { ...line, parts: rest === 0 ? parts : [...parts, { kind: 'rounding', amount: rest }] }
}

/** Scales a trace. Every line adds up again, with a rounding line where necessary. */
function scaleTrace(line: TraceLine, factor: number, amount: Amount): TraceLine {
  const { parts, ...lineFields } = line
  if (!parts) return { ...lineFields, amount }
  return createTraceLine(
    { ...lineFields, amount },
    parts.map((part) => scaleTrace(part, factor, toAmount(fromAmount(part.amount) * factor) || 0)),
  )
}

interface LineTerms {
  readonly quantity: number
  readonly currency: Currency
  /** Whether the unit price includes tax. */
  readonly entry?: PriceEntry
  readonly discountTitle?: string | null
}

/** The gross amount of a line as a trace. `unit` is the trace of one unit in the base currency. */
export function traceLine(
  unit: TraceLine,
  priced: GoodsPrice,
  { quantity, currency, entry = 'net', discountTitle = null }: LineTerms,
): TraceLine {
  const net = priced.netBeforeDiscount
  const enteredAmount = entry === 'net' ? net : convertAmount(unit.amount, quantity, currency)
  const goods = scaleTrace({ ...unit, kind: 'conversion' }, quantity * currency.multiplicator, enteredAmount)
  const containedTax: readonly TraceLine[] = enteredAmount === net ? [] : [{ kind: 'contained_tax', amount: net - enteredAmount }]
  const title = discountTitle === null ? {} : { title: discountTitle }
  const discount: readonly TraceLine[] = priced.net === net ? [] : [{ kind: 'discount', amount: priced.net - net, ...title }]
  const { tax, rate, code } = priced
  const taxLine: TraceLine = { kind: 'tax', amount: tax, rate, ...(code === null ? {} : { title: code }) }
  return createTraceLine({ kind: 'total', amount: priced.gross }, [goods, ...containedTax, ...discount, taxLine])
}
