// Raises version counters on a write: the counter of the store, or of the product that owns the record.
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { raiseVersion, type Topic } from '../database/versions.js'
import { storeTopic } from '../record/versioned-snapshot.js'
import { toRowsTopic } from '../record/totals.js'
import type { PipelineScope } from './draft.js'
import { getCachedOwner, cacheOwner } from './owner-cache.js'
import { findOwnerId, listOwnerLookups } from './check-scope.js'

type RecordValues = Readonly<Record<string, unknown>>

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
  record: RecordValues,
): Promise<readonly Topic[]> {
  return (await raiseRecordTopics(place, entity, id, record)).topics
}

async function raiseRecordTopics(place: PipelineScope, entity: Entity, id: number, record: RecordValues): Promise<RaisedTopics> {
  const { topic } = entity
  if (topic === null) return { topics: [], owner: null }
  raiseVersion(place.u, toRowsTopic(entity))
  const owner = topic === 'product' ? await findOwnerId(place, entity, id, record, topic) : null
  if (owner !== null) cacheProductOwner(place, entity, record, owner, [id])
  const raised = topic !== 'product' ? topic : owner === null ? storeTopic : `${topic}:${owner}`
  raiseVersion(place.u, raised)
  return { topics: [raised, toRowsTopic(entity)], owner }
}

/** Raises the counters for new records of one entity. Looks up the common product of several records once. */
export async function raiseNewRecordTopics(
  place: PipelineScope,
  entity: Entity,
  records: readonly { readonly id: number; readonly record: RecordValues }[],
): Promise<ReadonlySet<Topic>> {
  const topics = new Set<Topic>()
  const [join, secondJoin] = findOwnerJoins(entity)
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
    const raisedOf = path && typeof above === 'number' ? getCachedOwner(place.u, 'product', path.tables, above) : undefined
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
  return topics
}

/** New records of one product. */
interface SiblingRecords {
  /** An example record. */
  readonly record: RecordValues
  readonly ids: number[]
}

/**
 * Remembers the product of these records, so writes of their children in the same unit need no lookup. All of the records have
 * the same parent lookup as `record`.
 */
function cacheProductOwner(
  place: PipelineScope,
  entity: Entity,
  record: RecordValues,
  owner: number,
  ids: readonly number[],
): void {
  if (ids.length === 0 || place.context.registry.owned(entity.name).length === 0) return
  const [path, secondPath] = listOwnerLookups(place, entity, record, 'product')
  if (!path || secondPath) return
  const tables = [entity.table, ...path.tables]
  cacheOwner(place.u, 'product', tables, ids, owner)
}
