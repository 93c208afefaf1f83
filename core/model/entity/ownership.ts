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
  /** A plain delete of the joined record takes this one along instead of being refused (domain "Deletes"). */
  readonly cascade?: boolean
}

/** True where what a property refers to may be deleted all the same: joins and other kinds say it in their options. */
export function isWeakReference(property: Property): boolean {
  return (property.options as { readonly weak?: boolean }).weak === true
}

/** The options of a property whose column is another record's id; null for all other kinds. */
export function joinOptions(property: Property): JoinOptions | null {
  return property.kind.referenceColumn ? (property.options as JoinOptions) : null
}

/** A join that names the owner. */
export interface OwnerJoin {
  readonly property: string
  readonly entity: string
}

const joinsOf = new WeakMap<Entity, readonly OwnerJoin[]>()

/** The properties by which a record names its owner, in declaration order. */
export function ownerJoins(entity: Entity): readonly OwnerJoin[] {
  const known = joinsOf.get(entity)
  if (known) return known
  const joins = Object.values(entity.properties).flatMap((property): readonly OwnerJoin[] => {
    const join = joinOptions(property)
    return join?.owner ? [{ property: property.name, entity: join.entity }] : []
  })
  joinsOf.set(entity, joins)
  return joins
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

/** The join under which an orderable entity's records are numbered; null where all its records stand in one order. */
export function orderingParent(entity: Entity): string | null {
  return ownerJoins(entity)[0]?.property ?? null
}

/** One step up: the join and the table that holds it. */
export interface OwnerStep {
  readonly entity: string
  readonly table: string
  readonly property: string
}

const ownerPaths = new WeakMap<Entity, Map<string, { readonly entities: object; readonly path: readonly OwnerStep[] | null }>>()

/**
 * The joins from an entity up to an ancestor, the entity's own join first; the shortest chain where there are several.
 * `first` fixes the first join. Null where no chain of owners leads there.
 */
export function ownerPath(
  entities: ReadonlyMap<string, Entity>,
  entity: Entity,
  ancestor: string,
  first?: string,
): readonly OwnerStep[] | null {
  const known = ownerPaths.get(entity) ?? new Map<string, { entities: object; path: readonly OwnerStep[] | null }>()
  ownerPaths.set(entity, known)
  const key = first === undefined ? ancestor : `${ancestor} ${first}`
  const held = known.get(key)
  if (held?.entities === entities) return held.path
  const path = searchedPath(entities, entity, ancestor, first)
  known.set(key, { entities, path })
  return path
}

function searchedPath(
  entities: ReadonlyMap<string, Entity>,
  entity: Entity,
  ancestor: string,
  first: string | undefined,
): readonly OwnerStep[] | null {
  let paths: readonly { readonly at: Entity; readonly steps: readonly OwnerStep[] }[] = [{ at: entity, steps: [] }]
  const seen = new Set<string>()
  while (paths.length > 0) {
    const next: { readonly at: Entity; readonly steps: readonly OwnerStep[] }[] = []
    for (const { at, steps } of paths) {
      for (const join of ownerJoins(at)) {
        if (steps.length === 0 && first !== undefined && join.property !== first) continue
        const path = [...steps, { entity: at.name, table: at.table, property: join.property }]
        if (join.entity === ancestor) return path
        const parent = entities.get(join.entity)
        if (!parent || seen.has(parent.name)) continue
        seen.add(parent.name)
        next.push({ at: parent, steps: path })
      }
    }
    paths = next
  }
  return null
}
