// Traces the bodies of calculations: the steps of a formula, the cell of a matrix, the values in code.
import {
  type BindingContext,
  bindCode,
  parseStoredCode,
  bindFormula,
  parseStoredSequence,
  bindMatrix,
} from '../calculation/bodies.js'
import { toAmount, type Amount } from '../money/amount.js'
import type { StateView } from './program.js'
import type { ConfigurationState } from './state.js'
import type { TraceLine, TraceWarning, TraceDetail } from './trace-line.js'
import type { CalculationSource, BodyType, EngineTypes } from './source.js'
import { type CodeValue, compileCode, compileSequence, type FormulaBinding, splitSummands } from '../calculation/evaluator.js'
import { type CodeNode, walkCode } from '../calculation/code-tree.js'
import type { Operand } from '../question/operand.js'
import type { Sequence, Term } from '../calculation/stored.js'
import { findCell } from '../calculation/matrix.js'

/** The context of one traced calculation. `amount` is its value times `factor`. */
interface TraceContext extends BindingContext {
  readonly state: ConfigurationState
  readonly factor: number
  readonly amount: Amount
  /** Traces another calculation. */
  calculation(node: number, factor: number): TraceLine
}

/** The traces of calculation bodies: the steps that led to a value. */
export interface BodyTrace {
  readonly parts: readonly TraceLine[]
  readonly details: readonly TraceDetail[]
  readonly warnings: readonly TraceWarning[]
}

/** Returns null if the calculation has no body of this type or the body is malformed. */
type BodyTracer = (calculation: CalculationSource, tracing: TraceContext) => BodyTrace | null

/** A number for a trace; NaN becomes null. */
const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

// Traces code by the values of its leaves.

const toDetailValue = (value: CodeValue): number | string | null =>
  typeof value === 'number' ? numberOrNull(value) : String(value)

const traceCode: BodyTracer = (calculation, tracing) => {
  const { source, tree = null } = parseStoredCode(calculation, tracing.program.types) ?? {}
  if (!source || !tree) return null
  const binding = bindCode(source, tracing)
  const run = (node: CodeNode): CodeValue => compileCode(node, binding)(tracing.state)
  const details: TraceDetail[] = []
  let dividesByZero = false
  for (const node of walkCode(tree)) {
    if (node.kind === 'placeholder') details.push({ what: node.letter, value: toDetailValue(run(node)) })
    else if (node.kind === 'total')
      details.push({ what: node.recurring ? 'TotalRecurring' : 'Total', value: toDetailValue(run(node)) })
    else if (node.kind === 'read') details.push({ what: node.source, value: toDetailValue(run(node)) })
    else if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%') && Number(run(node.right)) === 0)
      dividesByZero = true
  }
  const value = run(tree)
  if (typeof value === 'number' && !Number.isNaN(value))
    return { parts: [{ kind: 'code', amount: tracing.amount, details }], details, warnings: [] }
  return { parts: [], details, warnings: [dividesByZero && typeof value === 'number' ? 'division_by_zero' : 'not_a_number'] }
}

// Traces a formula by its summands. A summand that only reads another calculation is replaced by the trace of that calculation.

/** The operand of a term that returns it unchanged. Null for other terms. */
function plainOperand(term: Term, types: EngineTypes): Operand | null {
  const type = term.kind === 'typed' ? types.termTypes.get(term.type) : undefined
  if (term.kind !== 'typed' || !type || !('operand' in type)) return null
  const operand = type.operand(term.args)
  return operand && operand.equals === undefined ? operand.reads : null
}

function describeOperand(operand: Operand): string {
  if ('calculation' in operand) return `calculation ${operand.calculation}`
  if ('customerGroup' in operand) return `customer group ${operand.customerGroup}`
  const { question, field, answerId } = operand
  return answerId === undefined ? `question ${question} ${field}` : `question ${question} ${field} of answer ${answerId}`
}

class FormulaTracer {
  private readonly binding: FormulaBinding<StateView>

  constructor(private readonly tracing: TraceContext) {
    this.binding = bindFormula(tracing)
  }

  trace(sequence: Sequence, factor: number): BodyTrace {
    const parts: TraceLine[] = []
    const warnings: TraceWarning[] = []
    for (const { sign, start, end } of splitSummands(sequence)) {
      const terms = sequence.terms.slice(start, end)
      const summand = { terms, operators: sequence.operators.slice(start, end - 1) }
      const weight = sign === '-' ? -factor : factor
      const single = terms.length === 1 ? terms[0]! : null
      if (single?.kind === 'bracket') {
        const inner = this.trace(single.body, weight)
        parts.push(...inner.parts)
        warnings.push(...inner.warnings)
        continue
      }
      const node = single ? this.calculationOf(single) : null
      parts.push(node === null ? this.summand(summand, weight, warnings) : this.tracing.calculation(node, weight))
    }
    return { parts, warnings: [...new Set(warnings)], details: [] }
  }

  /** The graph node of a term that only reads another calculation, otherwise null. */
  private calculationOf(term: Term): number | null {
    const { types, calculationIndex } = this.tracing.program
    const operand = plainOperand(term, types)
    return operand && 'calculation' in operand ? (calculationIndex.get(operand.calculation) ?? null) : null
  }

  private summand(summand: Sequence, weight: number, warnings: TraceWarning[]): TraceLine {
    const value = this.read(summand)
    if (Number.isNaN(value)) warnings.push(this.warningFor(summand))
    const details = summand.terms.flatMap((term, i): TraceDetail[] => {
      const detail = { what: this.label(term), value: numberOrNull(this.read({ terms: [term], operators: [] })) }
      return i === 0 ? [detail] : [{ what: summand.operators[i - 1]!, value: null }, detail]
    })
    return { kind: 'term', amount: toAmount(value * weight) || 0, details }
  }

  private label(term: Term): string {
    if (term.kind === 'number') return 'number'
    if (term.kind === 'bracket') return 'bracket'
    if (term.kind === 'function') return term.name
    const operand = plainOperand(term, this.tracing.program.types)
    return operand ? describeOperand(operand) : term.type
  }

  private read(sequence: Sequence): number {
    return compileSequence(sequence, this.binding)(this.tracing.state)
  }

  /** The reason why a summand is null: a division by zero or a value that is not a number. */
  private warningFor(sequence: Sequence): TraceWarning {
    const inner = sequence.terms.flatMap((term) =>
      term.kind === 'bracket' ? [term.body] : term.kind === 'function' ? term.parameters : [],
    )
    const dividesByZero = sequence.operators.some(
      (operator, i) => operator === '/' && this.read({ terms: [sequence.terms[i + 1]!], operators: [] }) === 0,
    )
    if (dividesByZero || inner.some((body) => this.warningFor(body) === 'division_by_zero')) return 'division_by_zero'
    return 'not_a_number'
  }
}

const traceFormula: BodyTracer = (calculation, tracing) => {
  const sequence = parseStoredSequence(calculation)
  return sequence && new FormulaTracer(tracing).trace(sequence, tracing.factor)
}

// Traces a matrix by the cell of the lookup.

const traceMatrix: BodyTracer = ({ matrix: source }, tracing) => {
  if (!source) return null
  const bound = bindMatrix(source, tracing)
  const [row, column] = [bound.row(tracing.state), bound.column(tracing.state)]
  const details = [
    { what: 'row', value: numberOrNull(row) },
    { what: 'column', value: numberOrNull(column) },
  ]
  const { rows, rowStart, columns } = bound.matrix
  const cellIndex = findCell(bound.matrix, row, column)
  if (cellIndex < 0) return { parts: [], details, warnings: [Number.isNaN(row) || Number.isNaN(column) ? 'no_input' : 'no_cell'] }
  const rowIndex = rows.findIndex((_row, r) => cellIndex < rowStart[r + 1]!)
  const cell = { row: rows[rowIndex]!, column: columns[cellIndex]! }
  return { parts: [{ kind: 'cell', amount: tracing.amount, cell, details }], details, warnings: [] }
}

// The traces of calculation bodies, by calculation type.

export const calculationTraces: Readonly<Record<BodyType, BodyTracer>> = {
  formula: traceFormula,
  matrix: traceMatrix,
  code: traceCode,
}
