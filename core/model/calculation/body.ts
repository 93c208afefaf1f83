// Validates the body of a calculation as a whole: each reference must belong to the calculation's own product (spec 2.5).
import { bodies } from '../../engine/calculation/bodies/index.js'
import { bodyFrom } from '../../engine/calculation/columns.js'
import { forms } from '../../engine/calculation/forms/index.js'
import type { BodyType } from '../../engine/program/source.js'
import { Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import type { RegistryScope } from '../registry.js'
import { mentionedBy } from '../vocabulary/mentioned.js'
import { vocabularyFor } from '../vocabulary/vocabulary.js'

/** Returns the refusals of a body record, each with the column that it concerns. */
export async function judgeBody(scope: RegistryScope, type: BodyType): Promise<readonly FieldRefusal[]> {
  const { record } = scope
  const calculation = { id: 0, type, ...bodyFrom[type](record) }
  const references = bodies[type].references(calculation, scope.registry)
  const vocabulary = await vocabularyFor(scope, mentionedBy(references))
  const { refusals } = forms[type].judge(record, vocabulary)
  // Report the column. Paths inside the stored value would not match the author's input.
  return refusals.map(({ message, code, path = bodies[type].field }) => ({ field: path, refusal: new Refusal(message, code) }))
}
