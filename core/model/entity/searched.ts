// Which texts of an entity are searched for a part of them, where the parts are indexed (see core/storage/gram/).
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from './define.js'
import { filtersOf } from './filters.js'
import { foldedProperties } from './folded.js'

/** The hidden column of such an entity: 1 where the grams of the record's texts are those that it has, 0 in every row that is written. */
export const gramColumn = 'indexed'

const none: ReadonlySet<Property> = new Set()
const cache = new WeakMap<Entity, ReadonlySet<Property>>()

/** The properties whose texts are indexed by their parts; none where the entity asks for no such index. */
export function searchedProperties(entity: Entity): ReadonlySet<Property> {
  if (entity.grams !== true) return none
  const known = cache.get(entity)
  if (known) return known
  const folded = foldedProperties(entity)
  const filters = [...filtersOf(entity).values()].filter(({ compare }) => compare === 'contains')
  const searched = new Set(filters.flatMap(({ properties }) => properties).filter((property) => folded.has(property)))
  cache.set(entity, searched)
  return searched
}
