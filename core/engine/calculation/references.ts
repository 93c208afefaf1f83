// The records that stored calculation bodies reference. Used to find out whether a record is still in use.
import type { Reference, Repoint } from '../../foundation/property/kind.js'
import type { CodeSource, MatrixSource, EngineTypes } from '../program/source.js'
import {
  type Operand,
  type Arguments,
  argumentReferences,
  operandReferences,
  repointArguments,
  type TermType,
  type FunctionDefinition,
} from '../question/operand.js'
import { CodeRefusal, parseCode, findCodeIds } from './code-parse.js'
import { type CodeNode, walkCode, placeholders, placeholderQuestion } from './code-tree.js'
import { MalformedFormula, parseFormula, type Sequence, type Term, typedTerms, serializeFormula } from './stored.js'

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

// Replaces the record ids in stored terms and code when a product is copied, so the copy references its own records.

/** The argument with which a term compares the answer of a question, with the new answer id. */
function repointEquals(type: TermType, args: Arguments, to: Repoint): Arguments {
  const operand = 'operand' in type ? type.operand(args) : null
  if (!operand || !('question' in operand.reads) || typeof operand.equals !== 'number') return {}
  const { equals, reads } = operand
  if (!to.isOf('answer', equals, reads.question)) return {}
  const key = Object.keys(args).find((name) => args[name] === equals && type.authoring?.keys[name]?.entity === undefined)
  return key === undefined ? {} : { [key]: to.idOf('answer', equals) }
}

function repointTerm(term: Term, types: TermTypes, to: Repoint): Term {
  switch (term.kind) {
    case 'number':
      return term
    case 'bracket':
      return { ...term, body: repointSequence(term.body, types, to) }
    case 'function':
      return { ...term, parameters: term.parameters.map((parameter) => repointSequence(parameter, types, to)) }
    case 'typed': {
      const type = types.get(term.type)
      return type ? { ...term, args: { ...repointArguments(type, term.args, to), ...repointEquals(type, term.args, to) } } : term
    }
  }
}

function repointSequence(sequence: Sequence, types: TermTypes, to: Repoint): Sequence {
  return { ...sequence, terms: sequence.terms.map((term) => repointTerm(term, types, to)) }
}

/** Replaces the ids in stored terms. Malformed terms are returned unchanged. */
export function repointTerms(terms: unknown, types: TermTypes, to: Repoint): unknown {
  const sequence = parseFormula(terms)
  return sequence instanceof MalformedFormula ? terms : serializeFormula(repointSequence(sequence, types, to))
}

/** Replaces the ids in the calls of code and leaves all other text as written. Malformed code is returned unchanged. */
export function repointCode(code: string, functions: ReadonlyMap<string, FunctionDefinition>, to: Repoint): string {
  let result = code
  for (const { entity, id, start, end } of findCodeIds(code, functions).toReversed()) {
    result = result.slice(0, start) + String(to.idOf(entity, id)) + result.slice(end)
  }
  return result
}
