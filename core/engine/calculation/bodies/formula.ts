// The formula: terms with operators between them (spec 2.5). Its summands are what a trace tells.
import { toAmount } from '../../money/amount.js'
import type { Cells } from '../../program/cells.js'
import type { Detail, TraceLine, Warning } from '../../program/trace.js'
import type { EngineTypes } from '../../program/types.js'
import type { Operand } from '../../question/operand.js'
import { argumentReferences } from '../../question/references.js'
import { compileSequence, type FormulaBinding, type Read, summandsOf } from '../arithmetic.js'
import { type BodyTrace, defineBody, type Leaves, nullable, type Tracing, type TypedTerm } from '../body.js'
import { formulaReferencesOf } from '../references.js'
import { MalformedFormula, parseFormula, type Sequence, type Term, typedTerms } from '../stored.js'

const none: Read<Cells> = () => Number.NaN

/** Calls a plugged-in function: a null parameter makes the result null, a null result counts 0. */
function callFunction(types: EngineTypes, name: string, parameters: readonly Read<Cells>[]): Read<Cells> {
  const definition = types.functions.get(name)
  if (!definition) return none
  return (cells) => {
    const numbers = parameters.map((parameter) => parameter(cells))
    return numbers.some(Number.isNaN) ? Number.NaN : (definition.evaluate(...numbers) ?? 0)
  }
}

function bindingOf({ program: { types }, binder }: Leaves): FormulaBinding<Cells> {
  return {
    typed({ type, args }) {
      const definition = types.termTypes.get(type)
      return definition ? binder.term(definition, args) : none
    },
    call: (name, parameters) => callFunction(types, name, parameters),
  }
}

/** The operand of a term that only reads, and of one that is compared with a value none. */
function operandOf(term: Term, types: EngineTypes): Operand | null {
  const type = term.kind === 'typed' ? types.termTypes.get(term.type) : undefined
  if (term.kind !== 'typed' || !type || !('operand' in type)) return null
  const operand = type.operand(term.args)
  return operand && operand.equals === undefined ? operand.reads : null
}

/** What a term's value is made of. */
function readBy(term: TypedTerm, types: EngineTypes): readonly Operand[] {
  const type = types.termTypes.get(term.type)
  if (!type) return []
  if ('operand' in type) {
    const operand = type.operand(term.args)
    return operand ? [operand.reads] : []
  }
  return argumentReferences(type, term.args).flatMap(({ entity, id }) => (entity === 'calculation' ? [{ calculation: id }] : []))
}

function nameOf(operand: Operand): string {
  if ('calculation' in operand) return `calculation ${operand.calculation}`
  if ('customerGroup' in operand) return `customer group ${operand.customerGroup}`
  const { question, field, answerId } = operand
  return answerId === undefined ? `question ${question} ${field}` : `question ${question} ${field} of answer ${answerId}`
}

class FormulaTracer {
  private readonly binding: FormulaBinding<Cells>

  constructor(private readonly tracing: Tracing) {
    this.binding = bindingOf(tracing)
  }

  trace(sequence: Sequence, factor: number): BodyTrace {
    const parts: TraceLine[] = []
    const warnings: Warning[] = []
    for (const { sign, start, end } of summandsOf(sequence)) {
      const terms = sequence.terms.slice(start, end)
      const summand = { terms, operators: sequence.operators.slice(start, end - 1) }
      const weight = sign === '-' ? -factor : factor
      const only = terms.length === 1 ? terms[0]! : null
      if (only?.kind === 'bracket') {
        const inner = this.trace(only.body, weight)
        parts.push(...inner.parts)
        warnings.push(...inner.warnings)
        continue
      }
      const node = only ? this.calculationOf(only) : null
      parts.push(node === null ? this.summand(summand, weight, warnings) : this.tracing.calculation(node, weight))
    }
    return { parts, warnings: [...new Set(warnings)], details: [] }
  }

  /** The node of a term that is nothing but another calculation. */
  private calculationOf(term: Term): number | null {
    const { types, calculationIndex } = this.tracing.program
    const operand = operandOf(term, types)
    return operand && 'calculation' in operand ? (calculationIndex.get(operand.calculation) ?? null) : null
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
    const operand = operandOf(term, this.tracing.program.types)
    return operand ? nameOf(operand) : term.type
  }

  private read(sequence: Sequence): number {
    return compileSequence(sequence, this.binding)(this.tracing.state)
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
}

export const formula = defineBody<Sequence>({
  type: 'formula',
  field: 'terms',
  source: ({ terms }) => ({ formula: { terms } }),
  parse(calculation) {
    const sequence = calculation.formula ? parseFormula(calculation.formula.terms) : null
    return sequence instanceof MalformedFormula ? null : sequence
  },
  references: (sequence, { termTypes }) => formulaReferencesOf(sequence, termTypes),
  operands: (sequence, types) => [...typedTerms(sequence)].flatMap((term) => readBy(term, types)),
  typedTerms,
  compile: (sequence, leaves) => compileSequence(sequence, bindingOf(leaves)),
  trace: (sequence, tracing) => new FormulaTracer(tracing).trace(sequence, tracing.factor),
})
