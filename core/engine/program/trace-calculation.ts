// Traces a calculation: each summand, cell or piece of code as a line, computed by the operators that computed the value itself.
import type { Leaves } from '../calculation/body.js'
import type { BodyTrace } from '../calculation/trace.js'
import { traces } from '../calculation/traces/index.js'
import { toAmount } from '../money/amount.js'
import { Binder } from './bind.js'
import type { Notes } from './graph.js'
import type { State } from './state.js'
import { sumUp, type TraceLine, type Warning } from './trace.js'

const unheard: Notes = { readsSelection() {}, readsNode() {} }

const malformed: BodyTrace = { parts: [], details: [], warnings: ['malformed'] }

/** How a calculation's value, times a factor, came about. */
export function traceCalculation(state: State, node: number, factor = 1): TraceLine {
  const { program } = state
  return traceNode(state, { program, binder: new Binder(program, unheard), notes: unheard }, node, factor)
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
  const counted = Number.isNaN(amount) ? 0 : amount
  const calculation = (inner: number, weight: number): TraceLine => traceNode(state, leaves, inner, weight)
  const inner = traces[source.type](source, { ...leaves, state, factor, amount: counted, calculation }) ?? malformed
  const warnings: readonly Warning[] =
    Number.isNaN(amount) && !Number.isNaN(value) ? ['out_of_range', ...inner.warnings] : inner.warnings
  const parts = Number.isNaN(amount) ? [] : inner.parts
  const details = inner.details.length > 0 && parts.length === 0 ? { details: inner.details } : {}
  return sumUp({ ...line, amount: counted, ...details, ...(warnings.length > 0 ? { warnings } : {}) }, parts)
}
