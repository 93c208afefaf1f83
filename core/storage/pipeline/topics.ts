// Which version counters a write raises: the store's, or that of the product that the record belongs to.
import type { Entity } from '../../model/entity/define.js'
import { bump, type Topic } from '../database/versions.js'
import { storeTopic } from '../record/moment.js'
import { rowsTopic } from '../record/totals.js'
import type { PipelineScope } from './draft.js'
import { ownerIdOf } from './scope.js'

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
  const raised = topic !== 'product' ? topic : owner === null ? storeTopic : `${topic}:${owner}`
  bump(place.u, raised)
  return [raised, rowsTopic(entity)]
}
