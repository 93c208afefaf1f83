// Records related to the written one: reads for checks, its owners, the lock of the root, and the version counters to raise.
import { type Entity, hasColumn } from '../../model/entity/define.js'
import { findOwnerPath, type OwnerStep } from '../../model/entity/ownership.js'
import { type Registry, requireEntity, type RegistryScope } from '../../model/registry.js'
import { quoteName } from '../database/dialect.js'
import { type Topic, toRowsTopic } from '../unit-of-work/identity-map.js'
import { storeTopic } from '../caches.js'
import { type EntityLayout, getLayout, getFlatKeys, toColumnValue } from '../record/present.js'
import type { Draft, PipelineScope, WriteTask } from './draft.js'
import { toFoldedColumnName } from '../../foundation/property/text.js'
import { loadRecords, type ColumnCondition } from '../record/load.js'
import { hasBaseAmounts } from './base-amounts.js'
import { findTextHolders } from './unique-values.js'

type Values = Readonly<Record<string, unknown>>

/** The way from an owner join of an entity to an ancestor. */
interface OwnerPath {
  /** The property of the join. */
  readonly property: string
  /** An SQL expression for the id of the ancestor. Its one parameter is the id of the parent. */
  readonly sql: string
  /** The tables that the expression reads. The parent's table comes first. */
  readonly tables: readonly string[]
  /** With the id of the parent, the key of a lookup. */
  readonly prefix: string
}

/** The lookup of one owner: its path, the id of the parent, and a cache key for both. */
export interface OwnerLookup extends OwnerPath {
  readonly parent: number
  readonly key: string
}

/** By entities of a registry, then by entity and ancestor. */
const pathCache = new WeakMap<Registry['entities'], Map<string, readonly OwnerPath[]>>()

/** The paths to the ancestor, cached because each write needs them several times. */
function listOwnerPaths({ context }: PipelineScope, entity: Entity, ancestor: string): readonly OwnerPath[] {
  const { entities } = context.registry
  let pathsByKey = pathCache.get(entities)
  if (!pathsByKey) pathCache.set(entities, (pathsByKey = new Map()))
  const key = `${entity.name} ${ancestor}`
  let paths = pathsByKey.get(key)
  if (!paths) {
    paths = getLayout(entity).owners.flatMap(({ property }) => {
      const steps = findOwnerPath(entities, entity, ancestor, property)
      if (!steps) return []
      const tables = steps.slice(1).map(({ table }) => table)
      return [{ property, sql: formatOwnerExpression(steps, '?'), tables, prefix: `${ancestor} ${tables.join(' ')} ` }]
    })
    pathsByKey.set(key, paths)
  }
  return paths
}

/** Nests from the inside out: (SELECT product_id FROM svc_page WHERE id = (SELECT page_id FROM svc_question WHERE id = <inner>)) */
function formatOwnerExpression(path: readonly OwnerStep[], inner: string): string {
  return path
    .slice(1)
    .reduce((id, step) => `(SELECT ${quoteName(step.property)} AS owner FROM ${quoteName(step.table)} WHERE id = ${id})`, inner)
}

/**
 * An SQL column that reads the owner together with an existing record, which saves a separate query. null if the owner cannot be
 * read this way. If writes of the entity lock that owner first, the same statement locks it.
 */
export function formatOwnerColumn(place: PipelineScope, entity: Entity, ancestor: string): string | null {
  const { context, u } = place
  const [path] = getLayout(entity).owners.length === 1 ? listOwnerPaths(place, entity, ancestor) : []
  if (!path || path.tables.length === 0) return null
  const owner = path.sql.replace('?', `${quoteName(entity.table)}.${quoteName(path.property)}`)
  if (entity.exclusive !== ancestor) return `${owner} AS owner`
  const { table } = requireEntity(context.registry, ancestor)
  return `(SELECT id FROM ${quoteName(table)} WHERE id = ${owner} ${u.dialect.forUpdate}) AS owner`
}

/** Stores the owner that was read through `formatOwnerColumn`. */
export function cacheLoadedOwner(place: PipelineScope, entity: Entity, record: Values, ancestor: string, owner: unknown): void {
  const [path] = listOwnerLookups(place, entity, record, ancestor)
  if (!path || typeof owner !== 'number') return
  place.owners?.set(path.key, owner)
  if (entity.exclusive === ancestor) place.locked?.add(path.key)
}

/** All lookups that lead to an owner of the entity `ancestor`. */
function listOwnerLookups(place: PipelineScope, entity: Entity, record: Values, ancestor: string): readonly OwnerLookup[] {
  return listOwnerPaths(place, entity, ancestor).flatMap((path) => {
    const parent = record[path.property]
    return typeof parent === 'number' ? [{ ...path, parent, key: path.prefix + parent }] : []
  })
}

/** The id of the record of `ancestor` that owns this record, or the record's own id if it is of `ancestor`. null if there is none. */
export async function findOwnerId(
  place: PipelineScope,
  entity: Entity,
  id: number | null,
  record: Values,
  ancestor: string,
): Promise<number | null> {
  if (entity.name === ancestor) return id
  for (const { sql, parent, key, tables } of listOwnerLookups(place, entity, record, ancestor)) {
    if (sql === '?') return parent
    const cachedOwnerId = place.owners?.get(key) ?? place.u.identityMap.getOwner(ancestor, tables, parent)
    if (cachedOwnerId !== undefined) return cachedOwnerId
    const [row] = await place.u.query<{ owner: number | null }>(sql.slice(1, -1), [parent])
    if (!row || row.owner === null) continue
    place.owners?.set(key, row.owner)
    place.u.identityMap.addOwner(ancestor, tables, [parent], row.owner)
    return row.owner
  }
  return null
}

/**
 * Serializes writes of entities whose invariants span several records: locks the singleton, or the record of the entity `exclusive` that owns this one, until
 * the unit ends.
 */
export async function lockRootRecord(task: WriteTask, draft: Draft): Promise<void> {
  const { u, entity, context } = task
  if (!entity.exclusive || u.dialect.forUpdate === '') return
  const root = requireEntity(context.registry, entity.exclusive)
  const sql = `SELECT id FROM ${quoteName(root.table)}`
  if (root.singleton) return void (await u.query(`${sql} ${u.dialect.forUpdate}`))
  // The record itself is locked since it was loaded.
  if (root.name === entity.name) return
  for (const { sql: owner, parent, key } of listOwnerLookups(task, entity, draft.record, root.name)) {
    if (task.locked?.has(key)) return
    const [locked] = await u.query<{ id: number }>(`${sql} WHERE id = ${owner} ${u.dialect.forUpdate}`, [parent])
    if (!locked) continue
    // Saves the owner lookup for the version counter.
    task.owners?.set(key, locked.id)
    task.locked?.add(key)
    return
  }
}

interface RaisedTopics {
  readonly topics: readonly Topic[]
  /** The product that owns the record. null if no product owns it or the topic is not a product topic. */
  readonly owner: number | null
}

/**
 * Raises the counters that depend on the current record and returns their topics. A record without a product raises the store's
 * counter.
 */
export async function raiseTopicVersions(
  place: PipelineScope,
  entity: Entity,
  id: number,
  record: Values,
): Promise<readonly Topic[]> {
  return (await raiseRecordTopics(place, entity, id, record)).topics
}

async function raiseRecordTopics(place: PipelineScope, entity: Entity, id: number, record: Values): Promise<RaisedTopics> {
  const { topic } = entity
  if (topic === null) return { topics: [], owner: null }
  place.u.changeSet.raiseVersion(toRowsTopic(entity))
  const owner = topic === 'product' ? await findOwnerId(place, entity, id, record, topic) : null
  if (owner !== null) cacheProductOwner(place, entity, record, owner, [id])
  const raised = topic !== 'product' ? topic : owner === null ? storeTopic : `${topic}:${owner}`
  place.u.changeSet.raiseVersion(raised)
  return { topics: [raised, toRowsTopic(entity)], owner }
}

/** Raises the counters for new records of one entity. Looks up the common product of several records once. */
export async function raiseNewRecordTopics(
  place: PipelineScope,
  entity: Entity,
  records: readonly { readonly id: number; readonly record: Values }[],
): Promise<readonly Topic[]> {
  const topics = new Set<Topic>()
  const [join, secondJoin] = getLayout(entity).owners
  const isBelow = entity.topic === 'product' && join !== undefined && secondJoin === undefined
  const [path] = isBelow && records[0] ? listOwnerLookups(place, entity, records[0].record, 'product') : []
  /** By parent id, and by product id. */
  const siblings = new Map<unknown, SiblingRecords>()
  const owners = new Map<number, SiblingRecords>()
  for (const { id, record } of records) {
    const above = isBelow ? record[join.property] : null
    const siblingGroup = isBelow ? siblings.get(above) : undefined
    if (siblingGroup !== undefined) {
      siblingGroup.ids.push(id)
      continue
    }
    // Thousands of new answers have different questions but one product.
    const raisedOf = path && typeof above === 'number' ? place.u.identityMap.getOwner('product', path.tables, above) : undefined
    const ownerGroup = raisedOf === undefined ? undefined : owners.get(raisedOf)
    if (ownerGroup) {
      ownerGroup.ids.push(id)
      siblings.set(above, ownerGroup)
      continue
    }
    const { topics: raised, owner } = await raiseRecordTopics(place, entity, id, record)
    for (const topic of raised) topics.add(topic)
    if (!isBelow) continue
    const own = (owner !== null && owners.get(owner)) || { record, ids: [] }
    siblings.set(above, own)
    if (owner !== null) owners.set(owner, own)
  }
  for (const [owner, { record, ids }] of owners) cacheProductOwner(place, entity, record, owner, ids)
  return [...topics]
}

/** New records of one product. */
interface SiblingRecords {
  /** An example record. */
  readonly record: Values
  readonly ids: number[]
}

/**
 * Remembers the product of these records, so writes of their children in the same unit need no lookup. All of the records have
 * the same parent lookup as `record`.
 */
function cacheProductOwner(place: PipelineScope, entity: Entity, record: Values, owner: number, ids: readonly number[]): void {
  if (ids.length === 0 || place.context.registry.owned(entity.name).length === 0) return
  const [path, secondPath] = listOwnerLookups(place, entity, record, 'product')
  if (!path || secondPath) return
  const tables = [entity.table, ...path.tables]
  place.u.identityMap.addOwner('product', tables, ids, owner)
}

/**
 * The scope of one record. `record` reflects its state at the time of each call. `lock` is the locking clause of the reads: with
 * it, the result of a check still holds at commit.
 */
export function createCheckScope(
  place: PipelineScope,
  entity: Entity,
  id: number | null,
  record: Values,
  lock = '',
): RegistryScope {
  const { context, u, snapshot } = place
  const equals = async (target: Entity, key: string, value: unknown, languages: readonly string[]) => {
    const condition = await toEqualsCondition(place, target, key, value)
    return condition.values.length > 0 ? loadRecords(u, target, languages, condition, lock) : []
  }
  return {
    record,
    entity: entity.name,
    id,
    registry: context.registry,
    internal: place.internal ?? false,
    hasBaseAmounts: () => hasBaseAmounts(u, context.registry),
    async read(name, recordId, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const condition = { column: 'id', values: [recordId] }
      const languages = texts && getLayout(target).translatable.length > 0 ? snapshot.languages : []
      const [loadedRecord] = await u.identityMap.load(target, condition, lock === '' ? null : lock, languages)
      return loadedRecord ? Object.freeze(loadedRecord.values) : null
    },
    async find(name, property, value, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const languages = texts ? snapshot.languages : []
      const records =
        u.identityMap.findNewChildren(target, property, value, languages) ?? (await equals(target, property, value, languages))
      return records.map((match) => Object.freeze(match.values))
    },
    ownerId: (ancestor) => findOwnerId(place, entity, id, record, ancestor),
  }
}

/** Selects records by a column's value, by a folded column such as `email_folded`, or by the text of a flat key such as `label_en_GB`. */
async function toEqualsCondition(
  { u, snapshot }: PipelineScope,
  entity: Entity,
  key: string,
  value: unknown,
): Promise<ColumnCondition> {
  const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
  if (property && hasColumn(property)) return { column: property.name, values: [toColumnValue(property, value)] }
  if (getLayout(entity).folded.some(({ name }) => toFoldedColumnName(name) === key))
    return { column: key, values: [String(value)] }
  const text = getFlatKeys(entity, snapshot.languages).get(key)
  if (text) return { column: 'id', values: await findTextHolders(u, entity, text, String(value)) }
  throw new TypeError(`Records of ${entity.name} cannot be found by '${key}'.`)
}

/** True if an existing record gets another owner. */
export function hasNewOwner({ owners }: EntityLayout, { existing, record, changed }: Draft): boolean {
  if (existing === null) return false
  return owners.some(({ property }) => changed.has(property) && record[property] !== existing.values[property])
}
