// Traces a calculation: each summand, cell or piece of code as a line, computed by the operators that computed the value itself.
import { type FormulaBinding, compileSequence, summandsOf } from '../calculation/arithmetic.js'
import { compileCode } from '../calculation/code.js'
import { CodeRefusal, parseCode } from '../calculation/code-parse.js'
import { type CodeNode, nodesOf } from '../calculation/code-tree.js'
import { compileMatrix, findCell } from '../calculation/matrix.js'
import { MalformedFormula, parseFormula, type Sequence, type Term } from '../calculation/stored.js'
import { toAmount } from '../money/amount.js'
import type { Operand } from '../question/operand.js'
import { Binder } from './bind.js'
import { axisReader, codeBinding, formulaBinding } from './calculations.js'
import type { Cells } from './cells.js'
import type { Notes } from './graph.js'
import type { CodeSource, MatrixSource } from './source.js'
import type { State } from './state.js'
import { type Detail, sumUp, type TraceLine, type Warning } from './trace.js'

const unheard: Notes = { readsSelection() {}, readsNode() {} }

function nameOf(operand: Operand): string {
  if ('calculation' in operand) return `calculation ${operand.calculation}`
  if ('customerGroup' in operand) return `customer group ${operand.customerGroup}`
  const { question, field, answerId } = operand
  return answerId === undefined ? `question ${question} ${field}` : `question ${question} ${field} of answer ${answerId}`
}

class Tracer {
  private readonly binder: Binder
  private readonly binding: FormulaBinding<Cells>

  constructor(private readonly state: State) {
    this.binder = new Binder(state.program, unheard)
    this.binding = formulaBinding(state.program.types, this.binder)
  }

  /** A calculation's line; its value times `factor` is the amount. */
  calculation(node: number, factor: number): TraceLine {
    const { state } = this
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
    const inner = this.body(node, factor, counted)
    const warnings: readonly Warning[] =
      Number.isNaN(amount) && !Number.isNaN(value) ? ['out_of_range', ...inner.warnings] : inner.warnings
    const parts = Number.isNaN(amount) ? [] : inner.parts
    const details = inner.details.length > 0 && parts.length === 0 ? { details: inner.details } : {}
    return sumUp({ ...line, amount: counted, ...details, ...(warnings.length > 0 ? { warnings } : {}) }, parts)
  }

  private body(node: number, factor: number, amount: number): Body {
    const source = this.state.program.source.calculations[node]!
    if (source.type === 'formula') {
      const sequence = source.formula ? parseFormula(source.formula.terms) : null
      return sequence && !(sequence instanceof MalformedFormula) ? this.formula(sequence, factor) : malformed
    }
    if (source.type === 'matrix') return source.matrix ? this.matrix(source.matrix, amount) : malformed
    const tree = source.code ? parseCode(source.code.code, this.state.program.types.functions) : null
    return source.code && tree && !(tree instanceof CodeRefusal) ? this.code(tree, source.code, amount) : malformed
  }

  private formula(sequence: Sequence, factor: number): Body {
    const parts: TraceLine[] = []
    const warnings: Warning[] = []
    for (const { sign, start, end } of summandsOf(sequence)) {
      const terms = sequence.terms.slice(start, end)
      const summand = { terms, operators: sequence.operators.slice(start, end - 1) }
      const weight = sign === '-' ? -factor : factor
      const only = terms.length === 1 ? terms[0]! : null
      if (only?.kind === 'bracket') {
        const inner = this.formula(only.body, weight)
        parts.push(...inner.parts)
        warnings.push(...inner.warnings)
        continue
      }
      const node = only ? this.calculationOf(only) : null
      parts.push(node === null ? this.summand(summand, weight, warnings) : this.calculation(node, weight))
    }
    return { parts, warnings: [...new Set(warnings)], details: [] }
  }

  /** The node of a term that is nothing but another calculation. */
  private calculationOf(term: Term): number | null {
    const operand = this.operandOf(term)
    if (!operand || !('calculation' in operand)) return null
    return this.state.program.calculationIndex.get(operand.calculation) ?? null
  }

  private operandOf(term: Term): Operand | null {
    const type = term.kind === 'typed' ? this.state.program.types.termTypes.get(term.type) : undefined
    if (term.kind !== 'typed' || !type || !('operand' in type)) return null
    const operand = type.operand(term.args)
    return operand && operand.equals === undefined ? operand.reads : null
  }

  private summand(summand: Sequence, weight: number, warnings: Warning[]): TraceLine {
    const value = this.read(summand)
    if (Number.isNaN(value)) warnings.push(this.why(summand))
    const details = summand.terms.flatMap((term, i): Detail[] => {
      const detail = { what: this.label(term), value: nullable(this.read({ terms: [term], operators: [] })) }
      return i === 0 ? [detail] : [{ what: summand.operators[i - 1]!, value: null }, detail]
    })
    return { kind: 'term', amount: toAmount(value * weight) || 0, details }
  }

  private label(term: Term): string {
    if (term.kind === 'number') return 'number'
    if (term.kind === 'bracket') return 'bracket'
    if (term.kind === 'function') return term.name
    const operand = this.operandOf(term)
    return operand ? nameOf(operand) : term.type
  }

  private read(sequence: Sequence): number {
    return compileSequence(sequence, this.binding)(this.state)
  }

  /** Why a summand has no value: a division by zero somewhere in it, or something that is no number. */
  private why(sequence: Sequence): Warning {
    const inner = sequence.terms.flatMap((term) =>
      term.kind === 'bracket' ? [term.body] : term.kind === 'function' ? term.parameters : [],
    )
    const divides = sequence.operators.some(
      (operator, i) => operator === '/' && this.read({ terms: [sequence.terms[i + 1]!], operators: [] }) === 0,
    )
    if (divides || inner.some((body) => this.why(body) === 'division_by_zero')) return 'division_by_zero'
    return 'not_a_number'
  }

  private matrix(source: MatrixSource, amount: number): Body {
    const { program } = this.state
    const matrix = compileMatrix(source)
    const row = axisReader(matrix, source.row_question_id, source.row_calculation_id, program, this.binder)(this.state)
    const column = axisReader(matrix, source.column_question_id, source.column_calculation_id, program, this.binder)(this.state)
    const details: readonly Detail[] = [
      { what: 'row', value: nullable(row) },
      { what: 'column', value: nullable(column) },
    ]
    const found = findCell(matrix, row, column)
    if (found < 0) return { parts: [], details, warnings: [Number.isNaN(row) || Number.isNaN(column) ? 'no_input' : 'no_cell'] }
    const at = matrix.rows.findIndex((_row, r) => found < matrix.start[r + 1]!)
    const cell = { row: matrix.rows[at]!, column: matrix.columns[found]! }
    return { parts: [{ kind: 'cell', amount, cell, details }], details, warnings: [] }
  }

  private code(tree: CodeNode, source: CodeSource, amount: number): Body {
    const binding = codeBinding(source, this.state.program, this.binder, unheard)
    const run = (node: CodeNode): number | string | boolean => compileCode(node, binding)(this.state)
    const details: Detail[] = []
    let divides = false
    for (const node of nodesOf(tree)) {
      if (node.kind === 'placeholder') details.push({ what: node.letter, value: plain(run(node)) })
      else if (node.kind === 'total') details.push({ what: node.recurring ? 'TotalRecurring' : 'Total', value: plain(run(node)) })
      else if (node.kind === 'read') details.push({ what: node.source, value: plain(run(node)) })
      else if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%') && Number(run(node.right)) === 0)
        divides = true
    }
    const value = run(tree)
    if (typeof value === 'number' && !Number.isNaN(value))
      return { parts: [{ kind: 'code', amount, details }], details, warnings: [] }
    return { parts: [], details, warnings: [divides && typeof value === 'number' ? 'division_by_zero' : 'not_a_number'] }
  }
}

interface Body {
  readonly parts: readonly TraceLine[]
  readonly details: readonly Detail[]
  readonly warnings: readonly Warning[]
}

const malformed: Body = { parts: [], details: [], warnings: ['malformed'] }

const nullable = (value: number): number | null => (Number.isNaN(value) ? null : value)
const plain = (value: number | string | boolean): number | string | null =>
  typeof value === 'number' ? nullable(value) : String(value)

/** How a calculation's value, times a factor, came about. */
export function traceCalculation(state: State, node: number, factor = 1): TraceLine {
  return new Tracer(state).calculation(node, factor)
}
