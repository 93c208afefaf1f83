// The trace of an amount: a tree of lines whose parts add up exactly, the line from unit price to gross, and its compact form in decimals.
import { type Amount, fromAmount, toAmount, convertAmount, type Currency } from '../money/amount.js'
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

export type ExcerptLine = Omit<DecimalTraceLine, 'parts'> & { readonly parts?: readonly (ExcerptLine | MergedLine)[] }

interface CharacterBudget {
  left: number
}

const measureSize = (value: object): number => JSON.stringify(value).length + 1

function isAboutQuestion(line: DecimalTraceLine, question: number): boolean {
  return line.question_id === question || (line.parts ?? []).some((part) => isAboutQuestion(part, question))
}

/** Order of inclusion: the requested question, warnings, lines that are no questions, then lines with an amount. */
function rankLine(line: DecimalTraceLine, question: number | undefined): number {
  if (question !== undefined && isAboutQuestion(line, question)) return 4
  if (line.warnings) return 3
  if (line.question_id === undefined) return 2
  return line.amount === 0 ? 0 : 1
}

function mergeLines(parts: readonly DecimalTraceLine[]): MergedLine {
  const amount = fromAmount(parts.reduce((sum, part) => sum + toAmount(part.amount), 0))
  return { kind: 'folded', amount, lines: parts.length }
}

/** The parts that fit, most important first, in their original order. */
function chooseParts(
  parts: readonly DecimalTraceLine[],
  budget: CharacterBudget,
  question: number | undefined,
): ReadonlySet<DecimalTraceLine> {
  const chosenLines = new Set<DecimalTraceLine>()
  for (const part of [...parts].sort((a, b) => rankLine(b, question) - rankLine(a, question))) {
    const { parts: _parts, ...own } = part
    const cost = measureSize(own)
    if (cost > budget.left) break
    budget.left -= cost
    chosenLines.add(part)
  }
  return chosenLines
}

function compactLine(line: DecimalTraceLine, budget: CharacterBudget, question: number | undefined): ExcerptLine {
  const { parts, ...own } = line
  if (!parts) return own
  const chosenParts = chooseParts(parts, budget, question)
  const rankedParts = [...chosenParts].sort((a, b) => rankLine(b, question) - rankLine(a, question))
  const opened = new Map(rankedParts.map((part) => [part, compactLine(part, budget, question)]))
  const rest = parts.filter((part) => !chosenParts.has(part))
  return { ...own, parts: [...parts.flatMap((part) => opened.get(part) ?? []), ...(rest.length > 0 ? [mergeLines(rest)] : [])] }
}

/** @param question the question whose lines are included first */
export function compactTrace(line: DecimalTraceLine, room: number, question: number | undefined): ExcerptLine {
  // The whole trace is longer than its lines counted one by one, so nothing is left out if it fits.
  if (measureSize(line) <= room) return line
  return compactLine(line, { left: room }, question)
}
