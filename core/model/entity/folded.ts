// Which texts people search and sort by: a hidden companion beside each holds what is compared, kept by store.
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from './define.js'
import { isReadable } from './readable.js'

const cache = new WeakMap<Entity, ReadonlySet<Property>>()

/** The texts of the listing, of orders, and of filters that look for a part of a text. */
export function foldedProperties(entity: Entity): ReadonlySet<Property> {
  const known = cache.get(entity)
  if (known) return known
  const parts = entity.filters.filter(({ compare }) => compare === 'contains').map(({ property }) => property)
  const order = (entity.sort ?? []).map((name) => name.replace(/^-/, ''))
  const names = new Set([...entity.listing, ...order, ...(entity.sortable ?? []), ...parts])
  const properties = Object.values(entity.properties)
  const folded = new Set(properties.filter((one) => names.has(one.name) && one.kind.filter === 'search' && isReadable(one)))
  cache.set(entity, folded)
  return folded
}
