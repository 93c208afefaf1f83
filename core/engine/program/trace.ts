// Traces amounts: the price or weight of one unit by base, questions and answers, then the gross amount of a line, in compact decimals.
import type { BindingContext } from '../calculation/bodies.js'
import { type Amount, fromAmount, toAmount, convertAmount, type Currency } from '../money/amount.js'
import type { GoodsPrice, PriceEntry } from '../money/goods.js'
import { measures } from '../question/fields.js'
import { Binder } from './binder.js'
import { type BodyTrace, calculationTraces } from './calculation-trace.js'
import type { DependencyRecorder } from './dependency-graph.js'
import { answerCalculation, staticMeasure, type CompiledQuestion, measureNode, measuresPerQuestion } from './program.js'
import type { ConfigurationState } from './state.js'
import type { DecimalTraceLine, ExcerptLine, MergedLine, TraceLine, TraceWarning } from './trace-line.js'

/** Creates a line from parts. The rounding difference becomes the last part. */
function createTraceLine(line: Omit<TraceLine, 'parts'>, parts: readonly TraceLine[]): TraceLine {
  if (parts.length === 0) return line
  const rest = line.amount - parts.reduce((sum, part) => sum + part.amount, 0)
  return { ...line, parts: rest === 0 ? parts : [...parts, { kind: 'rounding', amount: rest }] }
}

// The lines of a unit: base, questions and answers.

type FigureIndex = 0 | 1 | 2

/** Marks a line whose price is specific to the customer's group. */
function groupMark(
  state: ConfigurationState,
  overrides: readonly { readonly customer_group_id: number }[],
): { readonly customer_group_id?: number } {
  const id = state.context.customerGroupId
  return id !== null && overrides.some((override) => override.customer_group_id === id) ? { customer_group_id: id } : {}
}

function baseLine(state: ConfigurationState, measure: FigureIndex): TraceLine {
  const { source } = state.program
  const [baseValue, overrides] = (
    [
      [state.group.basePrice, source.baseprice_overrides],
      [state.group.baseRecurring, source.baseprice_recurring_overrides],
      [source.baseweight, []],
    ] as const
  )[measure]
  return { kind: 'base', amount: toAmount(baseValue) || 0, ...groupMark(state, overrides) }
}

const ignoredNotes: DependencyRecorder = { readsSelection() {}, readsNode() {} }

const malformed: BodyTrace = { parts: [], details: [], warnings: ['malformed'] }

/** The trace of a calculation's value times a factor. */
export function traceCalculation(state: ConfigurationState, node: number, factor = 1): TraceLine {
  const { program } = state
  return traceNode(state, { program, binder: new Binder(program, ignoredNotes), recorder: ignoredNotes }, node, factor)
}

function traceNode(state: ConfigurationState, leaves: BindingContext, node: number, factor: number): TraceLine {
  const source = state.program.source.calculations[node]!
  const line = {
    kind: 'calculation',
    calculation_id: source.id,
    ...(source.name === undefined ? {} : { title: source.name }),
  } as const
  if (state.program.looped[node]) return { ...line, amount: 0, warnings: ['loop'] }
  const value = state.value(node)
  const amount = toAmount(value * factor)
  const countedAmount = Number.isNaN(amount) ? 0 : amount
  const calculation = (inner: number, weight: number): TraceLine => traceNode(state, leaves, inner, weight)
  const trace =
    calculationTraces[source.type](source, { ...leaves, state, factor, amount: countedAmount, calculation }) ?? malformed
  const warnings: readonly TraceWarning[] =
    Number.isNaN(amount) && !Number.isNaN(value) ? ['out_of_range', ...trace.warnings] : trace.warnings
  const parts = Number.isNaN(amount) ? [] : trace.parts
  const details = trace.details.length > 0 && parts.length === 0 ? { details: trace.details } : {}
  return createTraceLine({ ...line, amount: countedAmount, ...details, ...(warnings.length > 0 ? { warnings } : {}) }, parts)
}

function answerLine(state: ConfigurationState, answer: number, measure: FigureIndex): TraceLine {
  const { program } = state
  const source = program.answers[answer]!
  const node = answerCalculation(program, state, answer, measure)
  const line = { kind: 'answer', answer_id: source.id, question_id: source.question_id } as const
  if (node >= 0) {
    const calculationLine = traceCalculation(state, node)
    const groupField = measure === 0 ? groupMark(state, source.price_calculation_overrides) : {}
    return createTraceLine({ ...line, ...groupField, amount: calculationLine.amount }, [calculationLine])
  }
  const overrides = (
    [[...source.price_overrides, ...source.price_calculation_overrides], source.price_recurring_overrides, []] as const
  )[measure]
  return { ...line, ...groupMark(state, overrides), amount: toAmount(staticMeasure(program, state, answer, measure)) || 0 }
}

function questionLine(
  state: ConfigurationState,
  { index, id, source, firstAnswer, endAnswer }: CompiledQuestion,
  measure: FigureIndex,
): TraceLine {
  const { program } = state
  const node = measureNode(program, index, measure)
  const line = { kind: 'question', question_id: id, amount: toAmount(state.value(node)) || 0 } as const
  if (program.looped[node]) return { ...line, warnings: ['loop'] }
  const calculation = program.figureCalculation[index * measuresPerQuestion + measure]!
  if (calculation >= 0) return createTraceLine(line, [traceCalculation(state, calculation, source.multiplicator)])
  const parts: TraceLine[] = []
  for (let answer = firstAnswer; answer < endAnswer; answer++)
    if (state.chosen[answer]) parts.push(answerLine(state, answer, measure))
  return createTraceLine(line, parts)
}

/**
 * The trace of the price (0), recurring price (1) or weight (2) of one unit, in the base currency. Adds up to the same value as
 * the unit price.
 */
export function traceMeasure(state: ConfigurationState, measure: FigureIndex): TraceLine {
  const { program } = state
  const title = measures[measure]
  if (measure === 1 && !program.source.use_recurring_pricing) return { kind: 'total', title, amount: 0 }
  const questions = program.questions.filter(({ index }) => state.text[index] !== null)
  const parts = [baseLine(state, measure), ...questions.map((question) => questionLine(state, question, measure))]
  return { kind: 'total', title, amount: parts.reduce((sum, part) => sum + part.amount, 0), parts }
}

// The gross amount of a line, from the trace of one unit.

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

// Traces in decimals that fit a size.

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
