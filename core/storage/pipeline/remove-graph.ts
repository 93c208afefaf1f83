// Deletes a record and all records that it owns, directly or indirectly, in one transaction.
import { joinSentences, createLabel, createMessage, getMessage } from '../../foundation/message.js'
import { toMessageFields } from '../../foundation/message-format.js'
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions, findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import { quoteName, toInList } from '../database/dialect.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { loadRecords } from '../record/load.js'
import { getVersionedSnapshot } from '../caches.js'
import { createDisplayName } from '../record/present.js'
import type { PipelineScope } from './draft.js'
import {
  deleteRecordRows,
  collectDeletions,
  formatRecordKey,
  type DeletionSet,
  type RecordDeletion,
  isOwnedReferrer,
  loadReferrerName,
  getReferringJoins,
  type Referrer,
  listBlockingRecords,
} from './remove.js'
import { findOwnerId } from './related-records.js'
import { writeEntityRecord } from './write.js'

/** A record outside the graph that refers to a record inside. */
export interface Blocker {
  readonly entity: string
  readonly id: number
  readonly property: string
  /** The referenced record inside the graph. */
  readonly needs: { readonly entity: string; readonly id: number }
  readonly message: string
}

/** A record of the graph that stays because a record of another owner uses it. That owner becomes its owner. */
export interface ReassignedRecord {
  readonly entity: string
  readonly id: number
  /** The id of the new owner. */
  readonly owner: number
}

export interface RemovalPlan {
  /** The ids of the deleted records in ascending order, by entity name. */
  readonly records: ReadonlyMap<string, readonly number[]>
  /** The number of file rows that are deleted. */
  readonly files: number
  readonly texts: number
  readonly blockers: readonly Blocker[]
  readonly reassigned: readonly ReassignedRecord[]
}

export interface RemoveGraphOptions {
  readonly dryRun?: boolean
  /** An owned entity. Its records stay if a record of another owner uses them. */
  readonly sparing?: string
  /** Entities of mere links. Their records are deleted with each record that they refer to. */
  readonly links?: readonly string[]
  /** Joins this unit. */
  readonly unit?: Unit | undefined
  /** Throws PRECONDITION_FAILED unless the root still has this revision. */
  readonly revision?: number | undefined
}

/** The maximum number of reported blockers. */
const maximumBlockers = 50
const idsPerStatement = 500

/**
 * Deletes the record with its whole graph. With `dryRun`, only returns the plan. If there are blockers, deletes nothing and
 * throws a ValidationError that names them. Throws NOT_FOUND for an unknown id.
 */
export async function removeGraph(
  context: Context,
  entityName: string,
  id: number,
  options: RemoveGraphOptions = {},
): Promise<RemovalPlan> {
  const root = requireEntity(context.registry, entityName)
  const { dryRun = false } = options
  return unit(
    options.unit ?? context.database,
    async (u) => {
      const { snapshot } = await getVersionedSnapshot(context, u)
      const place: PipelineScope = { context, u, snapshot }
      const leaving: DeletionSet = new Map()
      await collectDeletions(place, root, id, leaving, options.revision)
      await collectGraph(place, root, id, leaving)
      await collectLinks(place, leaving, options.links ?? [])
      const reassigned = await excludeSharedRecords(place, root, leaving, options.sparing)
      const blockers = await findBlockers(place, leaving, reassigned)
      const plan = { ...(await createPlan(place, leaving)), blockers: blockers.map(toPlainBlocker), reassigned }
      if (dryRun) return plan
      if (blockers.length > 0) {
        const record = createDisplayName(root, leaving.get(formatRecordKey(root.name, id))!.record.values)
        throw new ValidationError(
          [],
          createMessage('errors.graphNotDeleted', { record, reasons: joinSentences(blockers.map(getMessage)) }),
        )
      }
      await withErrorTrail('remove', async () => {
        await clearRetainedOwners(place, leaving)
        const [first, ...otherRecords] = leaving.values()
        for (const going of otherRecords.reverse()) await deleteRecordRows(place, going)
        // The spared records can move now, because their referrers in the graph are deleted. The root goes last.
        for (const record of reassigned) await reassignOwner(place, root, record)
        if (first) await deleteRecordRows(place, first)
      })
      return plan
    },
    { dryRun },
  )
}

/** Collects the record, its dependent records and the records that it owns, recursively. */
async function collectGraph(place: PipelineScope, entity: Entity, id: number, leaving: DeletionSet): Promise<void> {
  if (!leaving.has(formatRecordKey(entity.name, id))) await collectDeletions(place, entity, id, leaving)
  for (const { entity: child, property } of place.context.registry.owned(entity.name)) {
    if (isRetainedChild(entity, child)) continue
    const sql = `SELECT id FROM ${quoteName(child.table)} WHERE ${quoteName(property)} = ? ORDER BY id`
    for (const row of await place.u.query<{ id: number }>(sql, [id])) {
      if (!leaving.has(formatRecordKey(child.name, row.id))) await collectGraph(place, child, row.id, leaving)
    }
  }
}

/** Collects the links from outside to the collected records. */
async function collectLinks(place: PipelineScope, leaving: DeletionSet, links: readonly string[]): Promise<void> {
  if (links.length === 0) return
  for (const going of [...leaving.values()]) {
    for (const { entity, id } of await findOutsideReferrers(place, going, leaving))
      if (links.includes(entity)) await collectGraph(place, requireEntity(place.context.registry, entity), id, leaving)
  }
}

/** True if the owner's list keeps its children even when the owner's graph is deleted. */
function isRetainedChild(owner: Entity, child: Entity): boolean {
  return Object.values(owner.properties).some((property) => {
    const list = property.kind.children?.(property)
    return list?.entity === child.name && list.keep && !list.deep
  })
}

async function findBlockers(
  place: PipelineScope,
  leaving: DeletionSet,
  reassigned: readonly ReassignedRecord[],
): Promise<readonly Blocker[]> {
  const blockers: Blocker[] = []
  for (const going of leaving.values()) {
    for (const referrer of await findOutsideReferrers(place, going, leaving)) {
      if (blockers.length === maximumBlockers) return blockers
      const { property } = referrer
      if (
        reassigned.some(
          ({ entity, id }) => entity === referrer.entity && id === referrer.id && isOwnerJoin(place, entity, property),
        )
      )
        continue
      blockers.push(await toBlocker(place, going, referrer))
    }
  }
  return blockers
}

function isOwnerJoin({ context }: PipelineScope, entity: string, property: string): boolean {
  return findOwnerJoins(requireEntity(context.registry, entity)).some((join) => join.property === property)
}

/** Records that refer to a deleted record and are not deleted themselves. */
async function findOutsideReferrers(
  place: PipelineScope,
  { entity, record }: RecordDeletion,
  leaving: DeletionSet,
): Promise<readonly Referrer[]> {
  const { blocking } = getReferringJoins(place.context.registry, entity)
  const referrers = await listBlockingRecords(place, entity, blocking, record.id, leaving.size + maximumBlockers)
  return referrers.filter(
    (referrer) => !leaving.has(formatRecordKey(referrer.entity, referrer.id)) && !canLoseOwner(place, entity, referrer),
  )
}

/** True for children that outlive their owner and do not require one. */
function canLoseOwner({ context }: PipelineScope, entity: Entity, { entity: name, property }: Referrer): boolean {
  const child = requireEntity(context.registry, name)
  const join = child.properties[property] && getJoinOptions(child.properties[property])
  return join?.owner === true && isRetainedChild(entity, child) && child.properties[property]?.required !== true
}

function toPlainBlocker({ entity, id, property, needs, message }: Blocker): Blocker {
  return { entity, id, property, needs, message }
}

async function toBlocker(place: PipelineScope, { entity, record }: RecordDeletion, referrer: Referrer): Promise<Blocker> {
  const other = requireEntity(place.context.registry, referrer.entity)
  const referrerName = isOwnedReferrer(place, entity, referrer)
    ? createMessage('errors.numberedRecord', { entity: createLabel('entity', other.label), id: referrer.id })
    : await loadReferrerName(place, referrer)
  return {
    entity: referrer.entity,
    id: referrer.id,
    property: referrer.property,
    needs: { entity: entity.name, id: record.id },
    ...toMessageFields(
      createMessage('errors.recordNeeded', {
        record: createDisplayName(entity, record.values),
        other: referrerName,
        entity: referrer.entity,
        id: referrer.id,
        property: referrer.property,
      }),
    ),
  }
}

/** Takes the records that other owners use out of the graph, together with their own children. */
async function excludeSharedRecords(
  place: PipelineScope,
  root: Entity,
  leaving: DeletionSet,
  sharedEntity: string | undefined,
): Promise<readonly ReassignedRecord[]> {
  const reassigned: ReassignedRecord[] = []
  for (const going of [...leaving.values()].filter(({ entity }) => entity.name === sharedEntity)) {
    const owner = await findOtherOwner(place, root, await findOutsideReferrers(place, going, leaving))
    if (owner === null) continue
    const { entity, record } = going
    reassigned.push({ entity: entity.name, id: record.id, owner })
    leaving.delete(formatRecordKey(entity.name, record.id))
    for (const { entity: child, property } of place.context.registry.owned(entity.name)) {
      for (const candidate of [...leaving.values()]) {
        if (candidate.entity === child && candidate.record.values[property] === record.id)
          leaving.delete(formatRecordKey(child.name, candidate.record.id))
      }
    }
  }
  return reassigned
}

/** The id of the first other record of the root's entity that owns one of the referring records. */
async function findOtherOwner(place: PipelineScope, root: Entity, referrers: readonly Referrer[]): Promise<number | null> {
  for (const { entity: name, id } of referrers) {
    const entity = requireEntity(place.context.registry, name)
    const [record] = await loadRecords(place.u, entity, [], { column: 'id', values: [id] })
    const owner = record ? await findOwnerId(place, entity, id, record.values, root.name) : null
    if (owner !== null) return owner
  }
  return null
}

async function reassignOwner(
  { context, u }: PipelineScope,
  root: Entity,
  { entity: name, id, owner }: ReassignedRecord,
): Promise<void> {
  const entity = requireEntity(context.registry, name)
  const join = findOwnerJoins(entity).find((ownerJoin) => ownerJoin.entity === root.name)
  if (!join) return
  await writeEntityRecord(context, name, { [join.property]: owner }, { id, unit: u, internal: true })
}

/** Clears the owner of children that outlive it. */
async function clearRetainedOwners({ context, u }: PipelineScope, leaving: DeletionSet): Promise<void> {
  for (const { entity, record } of leaving.values()) {
    for (const { entity: child, property } of context.registry.owned(entity.name)) {
      if (!isRetainedChild(entity, child) || child.properties[property]?.required) continue
      const sql = `SELECT id FROM ${quoteName(child.table)} WHERE ${quoteName(property)} = ? ORDER BY id`
      for (const { id } of await u.query<{ id: number }>(sql, [record.id]))
        await writeEntityRecord(context, child.name, { [property]: null }, { id, unit: u, internal: true })
    }
  }
}

async function createPlan(place: PipelineScope, leaving: DeletionSet): Promise<Pick<RemovalPlan, 'records' | 'files' | 'texts'>> {
  const records = new Map<string, number[]>()
  for (const { entity, record } of leaving.values()) {
    records.set(entity.name, [...(records.get(entity.name) ?? []), record.id])
  }
  for (const ids of records.values()) ids.sort((a, b) => a - b)
  return {
    records,
    files: await countGraphRows(place, 'svc_files', records),
    texts: await countGraphRows(place, 'svc_texts', records),
  }
}

async function countGraphRows(
  { u }: PipelineScope,
  table: string,
  records: ReadonlyMap<string, readonly number[]>,
): Promise<number> {
  let total = 0
  for (const [entity, ids] of records) {
    for (let from = 0; from < ids.length; from += idsPerStatement) {
      const { sql, params } = toInList(ids.slice(from, from + idsPerStatement))
      const condition = `WHERE entity = ? AND entity_id IN ${sql}`
      const [row] = await u.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${quoteName(table)} ${condition}`, [
        entity,
        ...params,
      ])
      total += Number(row?.count ?? 0)
    }
  }
  return total
}
