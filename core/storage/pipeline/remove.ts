// The delete entry point: deletes a record with its dependent records, unless another record refers to it.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Reference } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference, getJoinOptions } from '../../model/entity/ownership.js'
import { requireEntity, type Registry } from '../../model/registry.js'
import type { Context, RemoveOptions } from '../context.js'
import { quoteName, type SqlParameter } from '../database/dialect.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { type LoadedRecord, loadRecords, createMissingRecordError, requireOperation, requireRevision } from '../record/load.js'
import { getVersionedSnapshot } from '../caches.js'
import { createDisplayName, getLayout } from '../record/present.js'
import type { PipelineScope } from './draft.js'
import { releaseFiles } from './file-release.js'
import { purge } from './purge.js'
import { createCheckScope, raiseTopicVersions } from './related-records.js'
import { auditRemoval } from '../audit-trail.js'
import { isUniqueText } from './unique-values.js'

/**
 * Deletes one record with its texts, files, calculation bodies and child lists, in one unit. Throws VALIDATION_FAILED with a
 * message that names the referring record, NOT_FOUND or PRECONDITION_FAILED.
 */
export async function removeEntityRecord(
  context: Context,
  entityName: string,
  id: number,
  options: RemoveOptions = {},
): Promise<void> {
  const entity = requireEntity(context.registry, entityName)
  if (!options.internal) requireOperation(entity, 'delete')
  const on = options.unit ?? context.database
  await unit(
    on,
    async (u) => {
      const { snapshot } = await getVersionedSnapshot(context, u)
      const place = { context, u, snapshot }
      const leaving = await collectDeletions(place, entity, id, new Map(), options.revision)
      for (const going of leaving.values()) await requireUnreferenced(place, going, leaving)
      await withErrorTrail('remove', async () => {
        for (const going of [...leaving.values()].reverse()) await deleteRecordRows(place, going)
      })
    },
    { dryRun: options.dryRun },
  )
}

/** Deletes several records at once. List owners before the records that they own. References among the records do not block. */
export async function removeEntityRecords(context: Context, u: Unit, records: readonly Reference[]): Promise<void> {
  const { snapshot } = await getVersionedSnapshot(context, u)
  const place = { context, u, snapshot }
  const leaving: DeletionSet = new Map()
  for (const { entity, id } of records) leaving.set(formatRecordKey(entity, id), await toDeletion(place, entity, id))
  for (const { entity, record } of [...leaving.values()]) await collectDeletions(place, entity, record.id, leaving)
  for (const going of leaving.values()) await requireUnreferenced(place, going, leaving)
  await withErrorTrail('remove', async () => {
    for (const going of [...leaving.values()].reverse()) await deleteRecordRows(place, going)
  })
}

async function toDeletion(place: PipelineScope, name: string, id: number): Promise<RecordDeletion> {
  const entity = requireEntity(place.context.registry, name)
  return { entity, record: await lockRecord(place, entity, id) }
}

export interface RecordDeletion {
  readonly entity: Entity
  readonly record: LoadedRecord
}

/** The records that are deleted at once, owners before the records that they own. References among them do not block. */
export type DeletionSet = Map<string, RecordDeletion>

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
async function listDependentRecords(
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
  return `SELECT * FROM (SELECT ${names}, id FROM ${quoteName(entity.table)} WHERE ${quoteName(property)} = ?${limit}) p`
}

/** Locks the record and its dependent records, and runs the `beforeDelete` of their entities. */
export async function collectDeletions(
  place: PipelineScope,
  entity: Entity,
  id: number,
  leaving: DeletionSet,
  revision?: number,
): Promise<DeletionSet> {
  const record = await lockRecord(place, entity, id)
  requireRevision(entity, id, revision, record.revision)
  leaving.set(formatRecordKey(entity.name, id), { entity, record })
  await runBeforeDelete(place, entity, record, leaving)
  const { registry } = place.context
  for (const other of await listDependentRecords(place, getReferringJoins(registry, entity).dependent, id)) {
    if (leaving.has(formatRecordKey(other.entity, other.id))) continue
    await collectDeletions(place, requireEntity(registry, other.entity), other.id, leaving)
  }
  return leaving
}

export const formatRecordKey = (entity: string, id: number): string => `${entity} ${id}`

async function lockRecord({ u, snapshot }: PipelineScope, entity: Entity, id: number): Promise<LoadedRecord> {
  if (!Number.isSafeInteger(id) || id < 1) throw createMissingRecordError(entity, id)
  const condition = { column: 'id', values: [id] }
  const [record] = await loadRecords(u, entity, snapshot.languages, condition, u.dialect.forUpdate)
  if (!record) throw createMissingRecordError(entity, id)
  return record
}

/** Runs the entity's `beforeDelete`: it can delete further records, or return a message that blocks the delete. */
async function runBeforeDelete(place: PipelineScope, entity: Entity, record: LoadedRecord, leaving: DeletionSet): Promise<void> {
  const { context, u } = place
  const refusal = await entity.beforeDelete?.({
    ...createCheckScope(place, entity, record.id, record.values),
    recordId: record.id,
    remove: (name, other) => removeEntityRecord(context, name, other, { unit: u, internal: true }),
    leaves: (name, other) => leaving.has(formatRecordKey(name, other)),
  })
  if (refusal !== undefined && refusal !== null) throw new ValidationError([], refusal)
}

async function requireUnreferenced(
  place: PipelineScope,
  { entity, record }: RecordDeletion,
  leaving: DeletionSet,
): Promise<void> {
  const { blocking } = getReferringJoins(place.context.registry, entity)
  const referrers = await listBlockingRecords(place, entity, blocking, record.id, leaving.size + 1)
  const referrer = referrers.find((candidate) => !leaving.has(formatRecordKey(candidate.entity, candidate.id)))
  if (!referrer) return
  const name = createDisplayName(entity, record.values)
  if (isOwnedReferrer(place, entity, referrer)) {
    const entities = createLabel('entity', requireEntity(place.context.registry, referrer.entity).pluralLabel)
    throw new ValidationError([], createMessage('errors.recordNotEmpty', { record: name, entities }))
  }
  const other = await loadReferrerName(place, referrer)
  throw new ValidationError([], createMessage('errors.recordInUse', { record: name, other }))
}

/** True if the referring record is owned by the record that it refers to. */
export function isOwnedReferrer({ context }: PipelineScope, entity: Entity, referrer: Referrer): boolean {
  const { blocking } = getReferringJoins(context.registry, entity)
  return blocking.find((join) => join.entity.name === referrer.entity && join.property === referrer.property)?.owner === true
}

/** The display name of the referring record. */
export async function loadReferrerName({ context, u, snapshot }: PipelineScope, referrer: Referrer): Promise<Message> {
  const entity = requireEntity(context.registry, referrer.entity)
  const [loaded] = await loadRecords(u, entity, snapshot.languages, { column: 'id', values: [referrer.id] })
  return createDisplayName(entity, loaded?.values ?? { id: referrer.id })
}

export async function deleteRecordRows(place: PipelineScope, going: RecordDeletion): Promise<void> {
  const { context, u } = place
  const { entity, record } = going
  const { id } = record
  const shape = getLayout(entity)
  const topics = await raiseTopicVersions(place, entity, id, record.values)
  await u.changeSet.logDeletion(u, entity, record)
  await releaseFiles(place, entity, id)
  if (shape.translatable.length > 0) await u.run('DELETE FROM svc_texts WHERE entity = ? AND entity_id = ?', [entity.name, id])
  if (shape.translatable.some((property) => isUniqueText(entity, property))) {
    await u.run('DELETE FROM svc_unique_texts WHERE entity = ? AND entity_id = ?', [entity.name, id])
  }
  if (shape.tracked.length > 0) {
    await u.run('DELETE FROM svc_references WHERE source_entity = ? AND source_id = ?', [entity.name, id])
  }
  for (const { table, column } of entity.attached ?? []) await u.run(`DELETE FROM ${table} WHERE ${column} = ?`, [id])
  await u.run(`DELETE FROM ${quoteName(entity.table)} WHERE id = ?`, [id])
  await auditRemoval(context, u, going)
  u.afterCommit(() => purge(context, topics, 'onSvcDeleteRecord', { entity: entity.name, id }))
}
