// The ids that stored calculation bodies hold, for "is this still in use", and what their values depend on.
import type { Reference } from '../../ground/property/kind.js'
import type { Operand } from '../question/operand.js'
import { argumentReferences, operandReferences } from '../question/references.js'
import type { CalculationSource, CodeSource, MatrixSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { nodesOf } from './code-tree.js'
import type { TermType } from './define.js'
import { MalformedFormula, parseFormula, type Term, typedTerms } from './stored.js'

function unique(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((reference) => [`${reference.entity} ${reference.id}`, reference])).values()]
}

function termReferences(term: Extract<Term, { kind: 'typed' }>, types: ReadonlyMap<string, TermType>): readonly Reference[] {
  const type = types.get(term.type)
  if (!type) return []
  if (!('operand' in type)) return argumentReferences(type, term.args)
  const operand = type.operand(term.args)
  return operand ? operandReferences(operand.reads) : []
}

/** What a stored formula names. Terms in the older nested shape are invisible here (spec 2.5). */
export function formulaReferences(terms: unknown, types: ReadonlyMap<string, TermType>): readonly Reference[] {
  const sequence = parseFormula(terms)
  if (sequence instanceof MalformedFormula) return []
  return unique([...typedTerms(sequence)].flatMap((term) => (term.nested ? [] : termReferences(term, types))))
}

/** What a stored matrix names with its axes. */
export function matrixReferences(source: Omit<MatrixSource, 'cells'>): readonly Reference[] {
  const entries = [
    ['question', source.row_question_id],
    ['question', source.column_question_id],
    ['calculation', source.row_calculation_id],
    ['calculation', source.column_calculation_id],
  ] as const
  return unique(entries.flatMap(([entity, id]) => (id === null ? [] : [{ entity, id }])))
}

/** What stored code names: its placeholders' questions and the ids in its calls. */
export function codeReferences(source: CodeSource, types: Pick<EngineTypes, 'functions'>): readonly Reference[] {
  const ids = [source.question_id_a, source.question_id_b, source.question_id_c, source.question_id_d]
  const questions = ids.flatMap((id) => (id === null ? [] : [{ entity: 'question', id }]))
  return unique([...questions, ...codeOperands(source, types).flatMap(operandReferences)])
}

function codeOperands(source: CodeSource, types: Pick<EngineTypes, 'functions'>): readonly Operand[] {
  const tree = parseCode(source.code, types.functions)
  return tree instanceof CodeRefusal ? [] : [...nodesOf(tree)].flatMap((node) => (node.kind === 'read' ? [node.operand] : []))
}

/** What a calculation's value is made of, nested terms included; totals are left out, they make no loop (domain §5). */
export function valueOperands(source: CalculationSource, types: EngineTypes): readonly Operand[] {
  if (source.type === 'code') return source.code ? codeOperands(source.code, types) : []
  if (source.type === 'matrix') {
    const axes = source.matrix ? matrixReferences(source.matrix) : []
    return axes.map(({ entity, id }) => (entity === 'calculation' ? { calculation: id } : { question: id, field: 'selected' }))
  }
  const sequence = source.formula ? parseFormula(source.formula.terms) : null
  if (!sequence || sequence instanceof MalformedFormula) return []
  return [...typedTerms(sequence)].flatMap((term): readonly Operand[] => {
    const type = types.termTypes.get(term.type)
    if (!type) return []
    if ('operand' in type) {
      const operand = type.operand(term.args)
      return operand ? [operand.reads] : []
    }
    return argumentReferences(type, term.args).flatMap(({ entity, id }) =>
      entity === 'calculation' ? [{ calculation: id }] : [],
    )
  })
}
