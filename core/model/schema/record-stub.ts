// The stub of a record: a request body with all keys of a create request and their initial values.
import { flatKey } from '../../foundation/language/tags.js'
import type { Entity } from '../entity/define.js'
import type { Registry } from '../registry.js'
import { initialValue } from './form.js'

/** Wire keys in the entity's order. Fields without an initial value are null, texts are ''. Authors must fill in required fields. */
export function createRecordStub(
  entity: Entity,
  registry: Registry,
  languages: readonly string[],
): Readonly<Record<string, unknown>> {
  const stub: Record<string, unknown> = {}
  for (const property of Object.values(entity.properties)) {
    if (property.readOnly || property.kind.schema(property, 'write') === null) continue
    const value = initialValue(property, registry) ?? null
    for (const key of property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : [property.name]) {
      stub[key] = property.translatable ? (value ?? '') : value
    }
  }
  return stub
}
