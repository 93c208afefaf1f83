// Finds the text properties for search and sorting. A hidden column next to each stores the normalised text.
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from './define.js'
import { isReadable } from './readable.js'

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
