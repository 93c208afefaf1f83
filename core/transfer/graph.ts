// Loads everything below records along the ownership graph, in creation order, and the shop's records that they reference.
import type { Reference } from '../foundation/property/kind.js'
import type { Entity } from '../model/entity/define.js'
import { getJoinOptions, findOwnerJoins, findOwnerPath } from '../model/entity/ownership.js'
import { type Registry, requireEntity } from '../model/registry.js'
import { getLayout } from '../storage/record/present.js'
import { type LoadedRecord, createMissingRecordError } from '../storage/record/load.js'
import type { WireRecord } from '../storage/record/results.js'
import type { ServiceContext } from '../storage/service-context.js'
import { getVersionedSnapshot, storeTopic } from '../storage/caches.js'

export interface GraphRecord {
  readonly entity: Entity
  readonly record: LoadedRecord
}

const compareByOrdering = (a: LoadedRecord, b: LoadedRecord): number =>
  Number(a.values['ordering'] ?? 0) - Number(b.values['ordering'] ?? 0) || a.id - b.id

/**
 * The records with everything below them in their area; texts in the given languages. Data of shoppers and orders is in other areas and not
 * included. NOT_FOUND for an unknown id.
 */
export async function loadGraph(
  work: ServiceContext,
  roots: readonly Reference[],
  languages: readonly string[],
): Promise<readonly GraphRecord[]> {
  const { registry } = work.context
  const recordsByEntity = new Map<string, Map<number, LoadedRecord>>()
  const add = (name: string, records: readonly LoadedRecord[]): boolean => {
    const recordsById = recordsByEntity.get(name) ?? new Map<number, LoadedRecord>()
    const before = recordsById.size
    for (const record of records) if (!recordsById.has(record.id)) recordsById.set(record.id, record)
    if (recordsById.size > 0) recordsByEntity.set(name, recordsById)
    return recordsById.size > before
  }
  for (const entity of new Set(roots.map((root) => root.entity))) {
    const ids = [...new Set(roots.filter((root) => root.entity === entity).map(({ id }) => id))]
    const records = await work.list(entity, { column: 'id', values: ids }, languages)
    const missing = ids.find((id) => !records.some((record) => record.id === id))
    if (missing !== undefined) throw createMissingRecordError(requireEntity(registry, entity), missing)
    add(entity, records)
  }
  let owners: readonly string[] = [...recordsByEntity.keys()]
  while (owners.length > 0) {
    const grown = new Set<string>()
    for (const owner of owners) {
      const ids = [...recordsByEntity.get(owner)!.keys()]
      for (const { entity, property } of registry.owned(owner)) {
        if (entity.area !== requireEntity(registry, owner).area) continue
        const records = await work.list(entity.name, { column: property, values: ids }, languages)
        if (add(entity.name, records.toSorted(compareByOrdering))) grown.add(entity.name)
      }
    }
    owners = [...grown]
  }
  // In registry order, so the result does not depend on what else was read.
  const names = [...registry.entities.keys()].filter((name) => recordsByEntity.has(name))
  return getCreationOrder(registry, names).flatMap((name) => {
    const entity = requireEntity(registry, name)
    return [...recordsByEntity.get(name)!.values()].map((record) => ({ entity, record }))
  })
}

/** Several roots of one entity with everything below each root, read together. */
export async function loadGraphs(
  work: ServiceContext,
  root: string,
  ids: readonly number[],
  languages: readonly string[],
): Promise<ReadonlyMap<number, readonly GraphRecord[]>> {
  const roots = ids.map((id): Reference => ({ entity: root, id }))
  const graphs = new Map(ids.map((id) => [id, [] as GraphRecord[]]))
  const homes = new Map<string, ReadonlySet<number>>()
  for (const member of await loadGraph(work, roots, languages)) {
    const { entity, record } = member
    const owners = findOwnerJoins(entity).flatMap((join) => [
      ...(homes.get(`${join.entity} ${Number(record.values[join.property])}`) ?? []),
    ])
    const own = new Set(entity.name === root ? [record.id] : owners)
    homes.set(`${entity.name} ${record.id}`, own)
    for (const id of own) graphs.get(id)?.push(member)
  }
  return graphs
}

const creationOrders = new WeakMap<Registry, Map<string, readonly string[]>>()

/** Orders entity names: each after its owners and, unless that is circular, after the entities that it may reference. */
export function getCreationOrder(registry: Registry, names: readonly string[]): readonly string[] {
  const ordersByKey = creationOrders.get(registry) ?? new Map<string, readonly string[]>()
  creationOrders.set(registry, ordersByKey)
  const key = names.join(' ')
  const order = ordersByKey.get(key) ?? computeCreationOrder(registry, names)
  // Untrusted packages may list them in any order, so the cache is limited.
  if (ordersByKey.size < 100) ordersByKey.set(key, order)
  return order
}

function computeCreationOrder(registry: Registry, names: readonly string[]): readonly string[] {
  const ordered: string[] = []
  const entered = new Set<string>()
  const appendEntity = (name: string): void => {
    if (entered.has(name) || !names.includes(name)) return
    entered.add(name)
    const entity = requireEntity(registry, name)
    const belongs = (lower: Entity | undefined, upper: string): boolean =>
      lower !== undefined && findOwnerPath(registry.entities, lower, upper) !== null
    const referencedNames = getLayout(entity).referring.flatMap((property) => property.kind.referenceTargets?.(property) ?? [])
    const owners = names.filter((other) => belongs(entity, other))
    for (const other of [
      ...owners,
      ...referencedNames.filter((referencedName) => !belongs(registry.entities.get(referencedName), name)),
    ])
      appendEntity(other)
    ordered.push(name)
  }
  // A part that is deleted with its owner comes last: it is validated with the owner and may reference any record.
  const isPart = (name: string): boolean =>
    Object.values(requireEntity(registry, name).properties).some((property) => getJoinOptions(property)?.cascade === true)
  for (const name of names.filter((entityName) => !isPart(entityName))) appendEntity(name)
  for (const name of names) appendEntity(name)
  return ordered
}

/** The entities that the records of products may reference. */
export function listReferencedEntities(registry: Registry): ReadonlySet<string> {
  const product = requireEntity(registry, 'product')
  const entities = new Set([product])
  for (const { name } of entities)
    for (const { entity } of registry.owned(name)) if (entity.area === product.area) entities.add(entity)
  return new Set(
    [...entities].flatMap((entity) =>
      getLayout(entity).referring.flatMap(
        (property) => property.kind.referenceTargets?.(property) ?? getJoinOptions(property)?.entity ?? [],
      ),
    ),
  )
}

/** With their texts. Records of the store topic are cached until they change: a thousand products reference the same tax class. */
export async function loadOutsideRecords(work: ServiceContext, { name, topic }: Entity): Promise<readonly WireRecord[]> {
  const { context, unit, on } = work
  // The unit may have changed the shop since the snapshot.
  const { snapshot } = unit ? await getVersionedSnapshot(context, unit) : work.versionedSnapshot
  if (topic === storeTopic) return snapshot.records(on, name)
  return (await work.list(name, undefined, snapshot.languages)).map(({ values }) => values)
}
