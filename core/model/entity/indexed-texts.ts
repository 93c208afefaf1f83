// Finds the texts that a trigram index covers for substring search (see core/storage/trigram-index/).
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from './define.js'
import { collectFilters } from './filters.js'
import { findFoldedProperties } from './folded-properties.js'

/** Hidden column of such entities: true if the index contains the record's current texts. Each write sets it to false. */
export const indexedColumn = 'indexed'

const none: ReadonlySet<Property> = new Set()
const cache = new WeakMap<Entity, ReadonlySet<Property>>()

/** The properties in the trigram index; empty if the entity has none. */
export function findIndexedProperties(entity: Entity): ReadonlySet<Property> {
  if (entity.grams !== true) return none
  const cached = cache.get(entity)
  if (cached) return cached
  const folded = findFoldedProperties(entity)
  const filters = [...collectFilters(entity).values()].filter(({ compare }) => compare === 'contains')
  const indexed = new Set(filters.flatMap(({ properties }) => properties).filter((property) => folded.has(property)))
  cache.set(entity, indexed)
  return indexed
}
