// The one ownership graph: joins that say `owner: true`. Deep delete, transfer, copy, topics and the product loader walk it.
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from './define.js'

/** What a join takes beside the common options. */
export interface JoinOptions {
  /** The entity whose id is stored. */
  readonly entity: string
  /** The record belongs to the joined one: no life without it. */
  readonly owner?: boolean
  /** The reference refuses no delete; the id may point to nothing later. */
  readonly weak?: boolean
}

/** The options of a property whose column is another record's id; null for all other kinds. */
export function joinOptions(property: Property): JoinOptions | null {
  return property.kind.referenceColumn ? (property.options as JoinOptions) : null
}

/** The properties by which a record names its owner, in declaration order. */
export function ownerJoins(entity: Entity): readonly { readonly property: string; readonly entity: string }[] {
  return Object.values(entity.properties).flatMap((property) => {
    const join = joinOptions(property)
    return join?.owner ? [{ property: property.name, entity: join.entity }] : []
  })
}

/** The entities whose records belong to the given one, with the join that says so. */
export function ownedEntities(
  entities: Iterable<Entity>,
  owner: string,
): readonly { readonly entity: Entity; readonly property: string }[] {
  const owned: { entity: Entity; property: string }[] = []
  for (const entity of entities) {
    for (const join of ownerJoins(entity)) if (join.entity === owner) owned.push({ entity, property: join.property })
  }
  return owned
}
