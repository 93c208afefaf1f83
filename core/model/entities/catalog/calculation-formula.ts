// The body of a formula calculation: its terms.
import { calculationForms } from '../../../engine/calculation/forms.js'
import { toAuthoredTerms, toStoredTerms } from '../../../engine/calculation/formula-authoring.js'
import { formulaReferences, repointTerms } from '../../../engine/calculation/references.js'
import { createLabel, createMessage, getMessage } from '../../../foundation/message.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { checkBodyLoop } from '../../calculation/value-loop.js'
import { replaceOtherBodies, refuseSecondBody } from '../../entity/calculation-bodies.js'
import { defineEntity } from '../../entity/define.js'
import { join } from '../../properties/join.js'
import { json, type JsonContent } from '../../properties/json.js'
import type { RegistryScope, Registry } from '../../registry.js'
import { findReferencedIds, loadReferencedVocabulary } from '../../vocabulary/vocabulary.js'

/** Converts a path in the formula body (`terms[2].question`) to a path in the field (`[2].question`). */
function toFieldRefusal(refusal: Refusal): Refusal {
  const { code, path } = refusal
  return new Refusal(getMessage(refusal), code, path?.replace(/^terms\.?/, '') || undefined)
}

/** The terms of a formula: authored as nested objects, stored in the flat form. */
const termsContent: JsonContent<readonly unknown[], readonly []> = {
  schema: { type: 'array', items: { $ref: '#/$defs/FormulaTerm' } },
  definitions: (registry) => calculationForms.formula.schema(registry).definitions,
  typeText: 'readonly FormulaTerm[]',
  editor: 'terms',
  empty: [],
  validate: (value, { label }) =>
    Array.isArray(value)
      ? []
      : [new Refusal(createMessage('fields.termsRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')],
  async check(value, _property, scope: RegistryScope) {
    const { registry } = scope
    const outcome = toStoredTerms(value, await loadReferencedVocabulary(scope, findReferencedIds(value, registry)))
    return 'refusals' in outcome ? { value, issues: outcome.refusals.map(toFieldRefusal) } : { value: outcome.terms, issues: [] }
  },
  // Stored terms that the current installation cannot parse are returned unchanged.
  present: (stored, _property, registry?: Registry) => (registry ? toAuthoredTerms(stored, registry.termTypes) : null) ?? stored,
  references: (value, _property, registry?: Registry) => (registry ? formulaReferences(value, registry.termTypes) : []),
  repoint: (value, _property, to, registry?: Registry) => (registry ? repointTerms(value, registry.termTypes, to) : value),
  referenceTargets: () => ['question', 'answer', 'calculation'],
}

export const calculationFormula = defineEntity({
  name: 'calculation-formula',
  label: 'formula',
  pluralLabel: 'formulas',
  area: 'catalog',
  exclusive: 'product',
  listing: ['calculation_id'],
  properties: {
    calculation_id: join('Calculation', 'calculation', { owner: true, cascade: true, required: true }),
    terms: json('Terms', {
      content: termsContent,
      required: true,
      help: 'Numbers, operators, questions, calculations, brackets and functions.',
    }),
  },
  async validate(scope: RegistryScope) {
    return [...(await refuseSecondBody(scope)), ...(await checkBodyLoop(scope, 'terms'))]
  },
  afterStore: replaceOtherBodies,
})
