// Calculations of type `formula`: terms with operators between them.
import type { EngineTypes } from '../../program/engine-types.js'
import type { Operand } from '../../question/operand.js'
import { argumentReferences } from '../../question/references.js'
import { compileSequence } from '../arithmetic.js'
import { defineCalculationBody, type TypedTerm } from '../body.js'
import { bindFormula, parseStoredSequence } from '../formula-binding.js'
import { formulaReferencesOf } from '../references.js'
import { type Sequence, typedTerms } from '../stored.js'

/** The operands that a term reads. */
function operandsOfTerm(term: TypedTerm, types: EngineTypes): readonly Operand[] {
  const type = types.termTypes.get(term.type)
  if (!type) return []
  if ('operand' in type) {
    const operand = type.operand(term.args)
    return operand ? [operand.reads] : []
  }
  return argumentReferences(type, term.args).flatMap(({ entity, id }) => (entity === 'calculation' ? [{ calculation: id }] : []))
}

export const formulaBody = defineCalculationBody<Sequence>({
  type: 'formula',
  field: 'terms',
  parse: parseStoredSequence,
  references: (sequence, { termTypes }) => formulaReferencesOf(sequence, termTypes),
  operands: (sequence, types) => [...typedTerms(sequence)].flatMap((term) => operandsOfTerm(term, types)),
  typedTerms,
  compile: (sequence, leaves) => compileSequence(sequence, bindFormula(leaves)),
})
