// Traces a calculation: each summand, cell or piece of code becomes a line. The lines use the same operators as the evaluation.
import type { Leaves } from '../calculation/body.js'
import type { BodyTrace } from '../calculation/trace.js'
import { traces } from '../calculation/traces/index.js'
import { toAmount } from '../money/amount.js'
import { Binder } from './bind.js'
import type { Notes } from './graph.js'
import type { State } from './state.js'
import { sumUp, type TraceLine, type Warning } from './trace.js'

const ignoredNotes: Notes = { readsSelection() {}, readsNode() {} }

const malformed: BodyTrace = { parts: [], details: [], warnings: ['malformed'] }

/** The trace of a calculation's value times a factor. */
export function traceCalculation(state: State, node: number, factor = 1): TraceLine {
  const { program } = state
  return traceNode(state, { program, binder: new Binder(program, ignoredNotes), notes: ignoredNotes }, node, factor)
}

function traceNode(state: State, leaves: Leaves, node: number, factor: number): TraceLine {
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
  const trace = traces[source.type](source, { ...leaves, state, factor, amount: countedAmount, calculation }) ?? malformed
  const warnings: readonly Warning[] =
    Number.isNaN(amount) && !Number.isNaN(value) ? ['out_of_range', ...trace.warnings] : trace.warnings
  const parts = Number.isNaN(amount) ? [] : trace.parts
  const details = trace.details.length > 0 && parts.length === 0 ? { details: trace.details } : {}
  return sumUp({ ...line, amount: countedAmount, ...details, ...(warnings.length > 0 ? { warnings } : {}) }, parts)
}
