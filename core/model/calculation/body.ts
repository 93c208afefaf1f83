// Validates the body of a calculation as a whole: each reference must belong to the calculation's own product.
import { getMessage } from '../../foundation/message.js'
import { calculationBodies } from '../../engine/calculation/bodies.js'
import { toBodySource } from '../../engine/calculation/matrix.js'
import { calculationForms } from '../../engine/calculation/forms.js'
import type { BodyType } from '../../engine/program/source.js'
import { Refusal } from '../../foundation/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import type { RegistryScope } from '../registry.js'
import { toReferencedIds, loadReferencedVocabulary } from '../vocabulary/vocabulary.js'

/** Returns the refusals of a body record, each with the column that it concerns. */
export async function validateCalculationBody(scope: RegistryScope, type: BodyType): Promise<readonly FieldRefusal[]> {
  const { record } = scope
  const calculation = { id: 0, type, ...toBodySource[type](record) }
  const references = calculationBodies[type].references(calculation, scope.registry)
  const vocabulary = await loadReferencedVocabulary(scope, toReferencedIds(references))
  const { refusals } = calculationForms[type].check(record, vocabulary)
  // Report the column. Paths inside the stored value would not match the author's input.
  return refusals.map((refusal) => ({
    field: refusal.path ?? calculationBodies[type].field,
    refusal: new Refusal(getMessage(refusal), refusal.code),
  }))
}
