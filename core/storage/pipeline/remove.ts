// The delete entry point: deletes a record with its dependent records, unless another record refers to it (domain "Deletes").
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Reference } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, RemoveOptions } from '../context.js'
import { quote } from '../database/dialect.js'
import { unit, type Unit } from '../database/unit.js'
import { type LoadedRecord, loadRecords } from '../record/load.js'
import { momentOf } from '../record/moment.js'
import { nameRecord } from '../record/naming.js'
import { noRecord, requireOperation, requireRevision } from '../record/refusals.js'
import { layoutOf } from '../record/layout.js'
import type { PipelineScope } from './draft.js'
import { releaseFiles } from './files.js'
import { purge } from './purge.js'
import { recordsTogether, type Referrer, referringTo, refusingRecords } from './referrers.js'
import { createCheckScope } from './scope.js'
import { noteLeaving } from './leavings.js'
import { isTracked } from './store-references.js'
import { bumpTopics } from './topics.js'
import { noteRemoval } from './trail.js'
import { isUniqueText } from './unique-texts.js'

/**
 * Deletes one record with its texts, files, calculation bodies and child lists, in one unit. Throws VALIDATION_FAILED with a
 * message that names the referring record, NOT_FOUND or PRECONDITION_FAILED.
 */
export async function remove(context: Context, entityName: string, id: number, options: RemoveOptions = {}): Promise<void> {
  const entity = requireEntity(context.registry, entityName)
  if (!options.internal) requireOperation(entity, 'delete')
  const on = options.unit ?? context.database
  await unit(
    on,
    async (u) => {
      const { snapshot } = await momentOf(context, u)
      const place = { context, u, snapshot }
      const leaving = await gather(place, entity, id, new Map(), options.revision)
      for (const going of leaving.values()) await refuseIfReferred(place, going, leaving)
      await withErrorTrail('remove', async () => {
        for (const going of [...leaving.values()].reverse()) await deleteRows(place, going)
      })
    },
    { dryRun: options.dryRun },
  )
}

/** Deletes several records at once. List owners before the records that they own. References among the records do not block. */
export async function removeTogether(context: Context, u: Unit, records: readonly Reference[]): Promise<void> {
  const { snapshot } = await momentOf(context, u)
  const place = { context, u, snapshot }
  const leaving: Leaving = new Map()
  for (const { entity, id } of records) leaving.set(keyOf(entity, id), await goingOf(place, entity, id))
  for (const { entity, record } of [...leaving.values()]) await gather(place, entity, record.id, leaving)
  for (const going of leaving.values()) await refuseIfReferred(place, going, leaving)
  await withErrorTrail('remove', async () => {
    for (const going of [...leaving.values()].reverse()) await deleteRows(place, going)
  })
}

async function goingOf(place: PipelineScope, name: string, id: number): Promise<Going> {
  const entity = requireEntity(place.context.registry, name)
  return { entity, record: await lockRecord(place, entity, id) }
}

export interface Going {
  readonly entity: Entity
  readonly record: LoadedRecord
}

/** The records that are deleted at once, owners before the records that they own. References among them do not block. */
export type Leaving = Map<string, Going>

/** Locks the record and its dependent records, and runs the `beforeDelete` of their entities. */
export async function gather(
  place: PipelineScope,
  entity: Entity,
  id: number,
  leaving: Leaving,
  revision?: number,
): Promise<Leaving> {
  const record = await lockRecord(place, entity, id)
  requireRevision(entity, id, revision, record.revision)
  leaving.set(keyOf(entity.name, id), { entity, record })
  await askEntity(place, entity, record, leaving)
  const { registry } = place.context
  for (const other of await recordsTogether(place, referringTo(registry, entity).together, id)) {
    if (leaving.has(keyOf(other.entity, other.id))) continue
    await gather(place, requireEntity(registry, other.entity), other.id, leaving)
  }
  return leaving
}

export const keyOf = (entity: string, id: number): string => `${entity} ${id}`

async function lockRecord({ u, snapshot }: PipelineScope, entity: Entity, id: number): Promise<LoadedRecord> {
  if (!Number.isSafeInteger(id) || id < 1) throw noRecord(entity, id)
  const where = { column: 'id', values: [id] }
  const [record] = await loadRecords(u, entity, snapshot.languages, where, u.dialect.forUpdate)
  if (!record) throw noRecord(entity, id)
  return record
}

/** Runs the entity's `beforeDelete`: it can delete further records, or return a message that blocks the delete. */
async function askEntity(place: PipelineScope, entity: Entity, record: LoadedRecord, leaving: Leaving): Promise<void> {
  const { context, u } = place
  const sentence = await entity.beforeDelete?.({
    ...createCheckScope(place, entity, record.id, record.values),
    recordId: record.id,
    remove: (name, other) => remove(context, name, other, { unit: u, internal: true }),
    leaves: (name, other) => leaving.has(keyOf(name, other)),
  })
  if (sentence) throw new ValidationError([], sentence)
}

async function refuseIfReferred(place: PipelineScope, { entity, record }: Going, leaving: Leaving): Promise<void> {
  const { refusing } = referringTo(place.context.registry, entity)
  const found = await refusingRecords(place, entity, refusing, record.id, leaving.size + 1)
  const referrer = found.find((one) => !leaving.has(keyOf(one.entity, one.id)))
  if (!referrer) return
  const reason = isPartOf(place, entity, referrer)
    ? `it contains ${requireEntity(place.context.registry, referrer.entity).pluralLabel}`
    : `${await nameReferrer(place, referrer)} refers to it`
  throw new ValidationError([], `Could not delete ${nameRecord(entity, record.values)}, because ${reason}`)
}

/** True if the referring record is owned by the record that it refers to. */
export function isPartOf({ context }: PipelineScope, entity: Entity, referrer: Referrer): boolean {
  const { refusing } = referringTo(context.registry, entity)
  return refusing.find((one) => one.entity.name === referrer.entity && one.property === referrer.property)?.owner === true
}

/** The display name of the referring record. */
export async function nameReferrer({ context, u, snapshot }: PipelineScope, referrer: Referrer): Promise<string> {
  const entity = requireEntity(context.registry, referrer.entity)
  const [loaded] = await loadRecords(u, entity, snapshot.languages, { column: 'id', values: [referrer.id] })
  return nameRecord(entity, loaded?.values ?? { id: referrer.id })
}

export async function deleteRows(place: PipelineScope, going: Going): Promise<void> {
  const { context, u } = place
  const { entity, record } = going
  const { id } = record
  const shape = layoutOf(entity)
  const topics = await bumpTopics(place, entity, id, record.values)
  await noteLeaving(u, entity, record)
  await releaseFiles(place, entity, id)
  if (shape.translatable.length > 0) await u.run('DELETE FROM svc_texts WHERE entity = ? AND entity_id = ?', [entity.name, id])
  if (shape.translatable.some((property) => isUniqueText(entity, property))) {
    await u.run('DELETE FROM svc_unique_texts WHERE entity = ? AND entity_id = ?', [entity.name, id])
  }
  if (shape.stored.some(isTracked)) {
    await u.run('DELETE FROM svc_references WHERE source_entity = ? AND source_id = ?', [entity.name, id])
  }
  for (const { table, column } of entity.attached ?? []) await u.run(`DELETE FROM ${table} WHERE ${column} = ?`, [id])
  await u.run(`DELETE FROM ${quote(entity.table)} WHERE id = ?`, [id])
  noteRemoval(context, u, going)
  u.afterCommit(() => purge(context, topics, 'onSvcDeleteRecord', { entity: entity.name, id }))
}
