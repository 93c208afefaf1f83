// The ownership graph: all joins with `owner: true`. Deep delete, transfer, copy, topics and the product loader traverse it.
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from './define.js'

/** Options of a join, in addition to the common options. */
export interface JoinOptions {
  /** The entity whose id is stored. */
  readonly entity: string
  /** True: the record belongs to the joined record and cannot exist without it. */
  readonly owner?: boolean
  /** True: the reference does not prevent a delete, so the id may become dangling. */
  readonly weak?: boolean
  /** True: deleting the joined record also deletes this one instead of being refused. */
  readonly cascade?: boolean
}

/** True if the referenced record may be deleted. Joins and other kinds declare this in their options. */
export function isWeakReference(property: Property): boolean {
  return (property.options as { readonly weak?: boolean }).weak === true
}

/** The options of a property whose column stores the id of another record; null for all other kinds. */
export function getJoinOptions(property: Property): JoinOptions | null {
  return property.kind.referenceColumn ? (property.options as JoinOptions) : null
}

/** A join to the owner. */
export interface OwnerJoin {
  readonly property: string
  readonly entity: string
}

const joinCache = new WeakMap<Entity, readonly OwnerJoin[]>()

/** The owner joins of an entity, in the order of declaration. */
export function findOwnerJoins(entity: Entity): readonly OwnerJoin[] {
  const cached = joinCache.get(entity)
  if (cached) return cached
  const joins = Object.values(entity.properties).flatMap((property): readonly OwnerJoin[] => {
    const join = getJoinOptions(property)
    return join?.owner ? [{ property: property.name, entity: join.entity }] : []
  })
  joinCache.set(entity, joins)
  return joins
}

/** The entities whose records belong to the named entity, each with the join property. */
export function findOwnedEntities(
  entities: Iterable<Entity>,
  owner: string,
): readonly { readonly entity: Entity; readonly property: string }[] {
  const owned: { entity: Entity; property: string }[] = []
  for (const entity of entities) {
    for (const join of findOwnerJoins(entity)) if (join.entity === owner) owned.push({ entity, property: join.property })
  }
  return owned
}

/** The join within which records of an orderable entity are numbered; null if the entity has a single order. */
export function findOrderingParent(entity: Entity): string | null {
  return findOwnerJoins(entity)[0]?.property ?? null
}

/** One step up the ownership graph: the join and its table. */
export interface OwnerStep {
  readonly entity: string
  readonly table: string
  readonly property: string
}

const ownerPaths = new WeakMap<Entity, Map<string, { readonly entities: object; readonly path: readonly OwnerStep[] | null }>>()

/**
 * Returns the joins from an entity up to an ancestor, the entity's own join first. If there are several chains, the shortest one.
 * `first` selects the first join. Null if the ancestor does not own the entity.
 */
export function findOwnerPath(
  entities: ReadonlyMap<string, Entity>,
  entity: Entity,
  ancestor: string,
  first?: string,
): readonly OwnerStep[] | null {
  const cache = ownerPaths.get(entity) ?? new Map<string, { entities: object; path: readonly OwnerStep[] | null }>()
  ownerPaths.set(entity, cache)
  const key = first === undefined ? ancestor : `${ancestor} ${first}`
  const cached = cache.get(key)
  if (cached?.entities === entities) return cached.path
  const path = searchOwnerPath(entities, entity, ancestor, first)
  cache.set(key, { entities, path })
  return path
}

function searchOwnerPath(
  entities: ReadonlyMap<string, Entity>,
  entity: Entity,
  ancestor: string,
  first: string | undefined,
): readonly OwnerStep[] | null {
  let paths: readonly { readonly at: Entity; readonly steps: readonly OwnerStep[] }[] = [{ at: entity, steps: [] }]
  const visited = new Set<string>()
  while (paths.length > 0) {
    const next: { readonly at: Entity; readonly steps: readonly OwnerStep[] }[] = []
    for (const { at, steps } of paths) {
      for (const join of findOwnerJoins(at)) {
        if (steps.length === 0 && first !== undefined && join.property !== first) continue
        const path = [...steps, { entity: at.name, table: at.table, property: join.property }]
        if (join.entity === ancestor) return path
        const parent = entities.get(join.entity)
        if (!parent || visited.has(parent.name)) continue
        visited.add(parent.name)
        next.push({ at: parent, steps: path })
      }
    }
    paths = next
  }
  return null
}
