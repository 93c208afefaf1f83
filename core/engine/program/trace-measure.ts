// Traces the price or weight of one unit: base, every question, its answers and calculations, each with its parts.
import { type BodyTrace, calculationTraces } from '../calculation/traces.js'
import type { BindingContext } from '../calculation/bodies.js'
import { toAmount, type Amount } from '../money/amount.js'
import { measures } from '../question/fields.js'
import { Binder } from './binder.js'
import type { DependencyRecorder } from './dependency-graph.js'
import { answerCalculation, staticMeasure, type CompiledQuestion, measureNode, measuresPerQuestion } from './program.js'
import type { ConfigurationState } from './state.js'
import { createTraceLine, type TraceLine, type TraceWarning } from './trace.js'

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

/** Integers of 1/10,000. A price too large to be exact is NaN; the price function rejects it. */
export interface UnitTotals {
  readonly net: Amount
  readonly recurring: Amount
  readonly weight: Amount
}

/** The weight if it is too large to be exact. No shipping method accepts it. */
const maxWeight: Amount = Number.MAX_SAFE_INTEGER

/**
 * The product's base values plus the sum over all questions. Recurring is 0 for a product without recurring
 * pricing.
 */
export function computeUnitTotals(state: ConfigurationState): UnitTotals {
  const { source } = state.program
  const weight = toAmount(source.baseweight) + state.sum(2)
  return {
    net: toAmount(state.group.basePrice) + state.sum(0),
    recurring: toAmount(state.group.baseRecurring) + state.sum(1),
    weight: Number.isNaN(weight) ? maxWeight : weight,
  }
}
