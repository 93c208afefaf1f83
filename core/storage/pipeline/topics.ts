// Which version counters a write raises: the store's, or that of the product that the record belongs to.
import type { Entity } from '../../model/entity/define.js'
import { ownerJoins } from '../../model/entity/ownership.js'
import { bump, type Topic } from '../database/versions.js'
import { storeTopic } from '../record/moment.js'
import { rowsTopic } from '../record/totals.js'
import type { PipelineScope } from './draft.js'
import { rememberOwner } from './known-owners.js'
import { ownerIdOf, ownerPaths } from './scope.js'

/** Raises what the record as it stands now depends on, and returns it. A record that no product owns concerns the store. */
export async function bumpTopics(
  place: PipelineScope,
  entity: Entity,
  id: number,
  record: Readonly<Record<string, unknown>>,
): Promise<readonly Topic[]> {
  const { topic } = entity
  if (topic === null) return []
  bump(place.u, rowsTopic(entity))
  const owner = topic === 'product' ? await ownerIdOf(place, entity, id, record, topic) : null
  if (owner !== null) rememberOwned(place, entity, id, record, owner)
  const raised = topic !== 'product' ? topic : owner === null ? storeTopic : `${topic}:${owner}`
  bump(place.u, raised)
  return [raised, rowsTopic(entity)]
}

/** The same for new records of one entity: what is the same for all below one owner is looked for once. */
export async function bumpTopicsOf(
  place: PipelineScope,
  entity: Entity,
  records: readonly { readonly id: number; readonly record: Readonly<Record<string, unknown>> }[],
): Promise<ReadonlySet<Topic>> {
  const topics = new Set<Topic>()
  const [join, another] = ownerJoins(entity)
  const isBelow = entity.topic === 'product' && join !== undefined && another === undefined
  const owns = place.context.registry.owned(entity.name).length > 0
  const known = new Set<unknown>()
  for (const { id, record } of records) {
    const owner = isBelow ? record[join.property] : null
    // What is stored below the record asks for what is remembered of it.
    if (isBelow && !owns && known.has(owner)) continue
    known.add(owner)
    for (const topic of await bumpTopics(place, entity, id, record)) topics.add(topic)
  }
  return topics
}

/** What is stored below this record in the same unit need not look for its product. */
function rememberOwned(
  place: PipelineScope,
  entity: Entity,
  id: number,
  record: Readonly<Record<string, unknown>>,
  owner: number,
): void {
  if (place.context.registry.owned(entity.name).length === 0) return
  const [path, another] = ownerPaths(place, entity, record, 'product')
  if (path && !another) rememberOwner(place.u, 'product', [entity.table, ...path.tables], id, owner)
}
