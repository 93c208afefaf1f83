// Whatever belongs to a product can be listed by it: `filter[product_id]` follows the chain of owners (domain §7).
import type { Entity, Filter } from './define.js'
import { ownerPath } from './ownership.js'

const product = 'product'
const name = 'product_id'

/** The filter of an entity whose chain of owners leads to a product, or that names one itself; none for all others. */
export function productFilters(entity: Entity, entities: ReadonlyMap<string, Entity>): readonly Filter[] {
  if (Object.hasOwn(entity.properties, name)) {
    const help = 'The record names the product with the given id; empty finds records without one.'
    return [{ name, help, property: name, compare: 'equals' }]
  }
  const [first] = ownerPath(entities, entity, product) ?? []
  if (!first) return []
  const help = 'The record belongs to the product with the given id; empty finds records that belong to none.'
  return [{ name, help, property: first.property, compare: 'owner', ancestor: product }]
}
