// Replaces the record ids in stored terms and code when a product is copied, so the copy references its own records.
import type { Repoint } from '../../foundation/property/kind.js'
import type { Arguments } from '../question/operand.js'
import { repointArguments } from '../question/references.js'
import { findCodeIds } from './code-parse.js'
import type { FunctionDefinition, TermType } from './term-type.js'
import { MalformedFormula, parseFormula, type Sequence, serializeFormula, type Term } from './stored.js'

type TermTypes = ReadonlyMap<string, TermType>

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
