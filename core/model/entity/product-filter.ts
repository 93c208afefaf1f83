// Adds `filter[product_id]` to all entities that belong to a product, through the ownership chain.
import type { Entity, Filter } from './define.js'
import { findOwnerPath } from './ownership.js'

const product = 'product'
const name = 'product_id'

/** The product filter of an entity that refers to a product or that a product owns. Empty for other entities. */
export function createProductFilters(entity: Entity, entities: ReadonlyMap<string, Entity>): readonly Filter[] {
  if (Object.hasOwn(entity.properties, name)) {
    const help = 'The record refers to the product with this id; empty finds records without one.'
    return [{ name, help, property: name, compare: 'equals' }]
  }
  const [first] = findOwnerPath(entities, entity, product) ?? []
  if (!first) return []
  const help = 'The record belongs to the product with this id; empty finds records that belong to none.'
  return [{ name, help, property: first.property, compare: 'owner', ancestor: product }]
}
