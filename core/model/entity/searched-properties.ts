// Finds the text properties of an entity for search and sorting, and its properties with a trigram index.
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, isReadable } from './define.js'
import { collectFilters } from './filters.js'

const cache = new WeakMap<Entity, ReadonlySet<Property>>()

/** Text properties of the listing, of sort orders, and of filters for a part of a text. */
export function findFoldedProperties(entity: Entity): ReadonlySet<Property> {
  const cached = cache.get(entity)
  if (cached) return cached
  const parts = entity.filters.filter(({ compare }) => compare === 'contains').map(({ property }) => property)
  const order = (entity.sort ?? []).map((name) => name.replace(/^-/, ''))
  const names = new Set([...entity.listing, ...order, ...(entity.sortable ?? []), ...parts])
  const properties = Object.values(entity.properties)
  const folded = new Set(
    properties.filter((property) => names.has(property.name) && property.kind.filter === 'search' && isReadable(property)),
  )
  cache.set(entity, folded)
  return folded
}

/** Hidden column of such entities: true if the index contains the record's current texts. Each write sets it to false. */
export const indexedColumn = 'indexed'

const none: ReadonlySet<Property> = new Set()

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
