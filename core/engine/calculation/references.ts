// The records that stored calculation bodies reference. Used to find out whether a record is still in use.
import type { Reference } from '../../foundation/property/kind.js'
import type { CodeSource, MatrixSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import type { Operand } from '../question/operand.js'
import { argumentReferences, operandReferences } from '../question/references.js'
import { CodeRefusal, parseCode } from './code-parse.js'
import { type CodeNode, walkCode, placeholders, placeholderQuestion } from './code-tree.js'
import type { TermType } from './term-type.js'
import { MalformedFormula, parseFormula, type Sequence, type Term, typedTerms } from './stored.js'

type TermTypes = ReadonlyMap<string, TermType>

function unique(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((reference) => [`${reference.entity} ${reference.id}`, reference])).values()]
}

function termReferences(term: Extract<Term, { kind: 'typed' }>, types: TermTypes): readonly Reference[] {
  const type = types.get(term.type)
  if (!type) return []
  if (!('operand' in type)) return argumentReferences(type, term.args)
  const operand = type.operand(term.args)
  return operand ? operandReferences(operand.reads) : []
}

/** The references of a parsed formula. Terms in the older nested form are ignored. */
export function formulaReferencesOf(sequence: Sequence, types: TermTypes): readonly Reference[] {
  return unique([...typedTerms(sequence)].flatMap((term) => (term.nested ? [] : termReferences(term, types))))
}

/** The references of stored terms. Empty for malformed terms. */
export function formulaReferences(terms: unknown, types: TermTypes): readonly Reference[] {
  const sequence = parseFormula(terms)
  return sequence instanceof MalformedFormula ? [] : formulaReferencesOf(sequence, types)
}

/** The references of a matrix's axes. */
export function matrixReferences(source: Omit<MatrixSource, 'cells' | 'lookup' | 'round'>): readonly Reference[] {
  const entries = [
    ['question', source.row_question_id],
    ['question', source.column_question_id],
    ['calculation', source.row_calculation_id],
    ['calculation', source.column_calculation_id],
  ] as const
  return unique(entries.flatMap(([entity, id]) => (id === null ? [] : [{ entity, id }])))
}

/** The operands that an expression reads. */
export function codeOperands(tree: CodeNode): readonly Operand[] {
  return [...walkCode(tree)].flatMap((node) => (node.kind === 'read' ? [node.operand] : []))
}

/** The references of stored code: the questions of its placeholders and the ids in its calls. */
export function codeReferences(source: CodeSource, types: Pick<EngineTypes, 'functions'>): readonly Reference[] {
  const questions = placeholders.flatMap((letter) => {
    const id = placeholderQuestion(source, letter)
    return id === null ? [] : [{ entity: 'question', id }]
  })
  const tree = source.tree ?? parseCode(source.code, types.functions)
  return unique([...questions, ...(tree instanceof CodeRefusal ? [] : codeOperands(tree).flatMap(operandReferences))])
}
