// Traces a calculation: each summand, cell or piece of code becomes a line. The lines use the same operators as the evaluation.
import type { BindingContext } from '../calculation/body.js'
import type { BodyTrace } from '../calculation/body-trace.js'
import { calculationTraces } from '../calculation/traces/index.js'
import { toAmount } from '../money/amount.js'
import { Binder } from './binder.js'
import type { DependencyRecorder } from './dependency-graph.js'
import type { ConfigurationState } from './state.js'
import { createTraceLine, type TraceLine, type TraceWarning } from './trace.js'

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
