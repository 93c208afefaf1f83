// Finds the records that refer to a record: owned records, joins and ids inside structured values.
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference, getJoinOptions } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { PipelineScope } from './draft.js'

/** A record that contains the id, and the property that contains it. */
export interface Referrer {
  readonly entity: string
  readonly property: string
  readonly id: number
}

interface ReferringJoin {
  readonly entity: Entity
  readonly property: string
  readonly owner: boolean
}

interface ReferringJoins {
  /** Joins of records that are deleted together with the target. */
  readonly dependent: readonly ReferringJoin[]
  /** Joins that block the delete. Joins of contained records come first. */
  readonly blocking: readonly ReferringJoin[]
}

const joinCache = new WeakMap<Registry, Map<string, ReferringJoins>>()

/** The joins that refer to an entity, grouped by their effect on a delete. */
export function getReferringJoins(registry: Registry, target: Entity): ReferringJoins {
  const joinsByEntity = joinCache.get(registry) ?? new Map<string, ReferringJoins>()
  joinCache.set(registry, joinsByEntity)
  const cachedJoins = joinsByEntity.get(target.name)
  if (cachedJoins) return cachedJoins
  const dependent: ReferringJoin[] = []
  const refusing: ReferringJoin[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      if (join?.entity !== target.name) continue
      const referring = { entity, property: property.name, owner: join.owner === true }
      if (join.cascade || (join.owner && isChildList(target, entity))) dependent.push(referring)
      else if (!isWeakReference(property)) refusing.push(referring)
    }
  }
  refusing.sort((a, b) => Number(b.owner) - Number(a.owner))
  joinsByEntity.set(target.name, { dependent, blocking: refusing })
  return { dependent, blocking: refusing }
}

/** True if the owner lists the entity's records as children and the list does not keep them after a delete. */
function isChildList(owner: Entity, child: Entity): boolean {
  return Object.values(owner.properties).some((property) => {
    const list = property.kind.children?.(property)
    return list?.entity === child.name && !list.keep
  })
}

/** The records that are deleted together with this one. */
export async function listDependentRecords(
  { u }: PipelineScope,
  joins: readonly ReferringJoin[],
  id: number,
): Promise<readonly Referrer[]> {
  if (joins.length === 0) return []
  const parts = joins.map(({ entity, property }) => selectIds(entity, property, ''))
  return u.query<Referrer>(
    parts.join(' UNION ALL '),
    joins.map(() => id),
  )
}

/** Some of the records that block the delete, up to `limit` for each referring property. */
export async function listBlockingRecords(
  { u }: PipelineScope,
  target: Entity,
  joins: readonly ReferringJoin[],
  id: number,
  limit: number,
): Promise<readonly Referrer[]> {
  const parts = joins.map(({ entity, property }) => selectIds(entity, property, ` LIMIT ${limit}`))
  const inside = 'SELECT source_entity AS entity, property, source_id AS id FROM svc_references'
  parts.push(`SELECT * FROM (${inside} WHERE target_entity = ? AND target_id = ? LIMIT ${limit}) p`)
  const params: SqlParameter[] = [...joins.map(() => id), target.name, id]
  return u.query<Referrer>(parts.join(' UNION ALL '), params)
}

/** The names come from the registry, so they are safe in the SQL text. */
function selectIds(entity: Entity, property: string, limit: string): string {
  const names = `'${entity.name}' AS entity, '${property}' AS property`
  return `SELECT * FROM (SELECT ${names}, id FROM ${quote(entity.table)} WHERE ${quote(property)} = ?${limit}) p`
}
