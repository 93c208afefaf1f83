// What refers to a record: owned records, joins and ids inside structured values, by one statement (domain "Deletes").
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference, getJoinOptions } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { PipelineScope } from './draft.js'

/** One record that holds the id, and the property that holds it. */
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

interface Referring {
  /** Joins whose records have no life of their own. */
  readonly together: readonly ReferringJoin[]
  /** Joins that refuse, records that the deleted one contains first. */
  readonly refusing: readonly ReferringJoin[]
}

const cache = new WeakMap<Registry, Map<string, Referring>>()

/** The joins that lead to an entity, by what they mean for a delete. */
export function referringTo(registry: Registry, target: Entity): Referring {
  const known = cache.get(registry) ?? new Map<string, Referring>()
  cache.set(registry, known)
  const found = known.get(target.name)
  if (found) return found
  const together: ReferringJoin[] = []
  const refusing: ReferringJoin[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      if (join?.entity !== target.name) continue
      const referring = { entity, property: property.name, owner: join.owner === true }
      if (join.cascade || (join.owner && isChildList(target, entity))) together.push(referring)
      else if (!isWeakReference(property)) refusing.push(referring)
    }
  }
  refusing.sort((a, b) => Number(b.owner) - Number(a.owner))
  known.set(target.name, { together, refusing })
  return { together, refusing }
}

/** True where the owner lists the entity's records as its children and does not keep them. */
function isChildList(owner: Entity, child: Entity): boolean {
  return Object.values(owner.properties).some((property) => {
    const list = property.kind.children?.(property)
    return list?.entity === child.name && !list.keep
  })
}

/** The records that go with it. */
export async function recordsTogether(
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

/** Some of the records that refuse the delete, up to `limit` from each property that can refer to it. */
export async function refusingRecords(
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

/** The names are the registry's own, so they may stand in the text. */
function selectIds(entity: Entity, property: string, limit: string): string {
  const names = `'${entity.name}' AS entity, '${property}' AS property`
  return `SELECT * FROM (SELECT ${names}, id FROM ${quote(entity.table)} WHERE ${quote(property)} = ?${limit}) p`
}
