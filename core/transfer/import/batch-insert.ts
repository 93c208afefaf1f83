// Inserts new records that can be validated independently, in batches with few statements.
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { fillDeferredField, isDeferrableField } from '../../storage/pipeline/conditional-update.js'
import { canShareInsert, rowsPerInsert, writeEntityRecord, writeEntityRecords } from '../../storage/pipeline/write.js'
import type { WriteResult } from '../../storage/record/results.js'
import { findPropertyReferences, toRepointedValue } from '../copy/fields.js'
import type { GraphRecord } from '../graph.js'
import { type ImportState, type PendingRecord, withMemberRefusal } from './import-state.js'
import { isBodyEntity } from './existing-records.js'
import { type ImportFields, createImportFields } from './import-plan.js'

/** Synchronous fast path of `queueRecord`, for records that need no insert before them. Avoids an await per record. */
export function tryQueueRecord(applying: ImportState, member: GraphRecord, id: number | null): boolean {
  const { pendingRecords } = applying
  if (pendingRecords.length === rowsPerInsert || (pendingRecords[0] && (pendingRecords[0].id === null) !== (id === null)))
    return false
  const pendingRecord = preparePendingRecord(applying, member, id)
  if (pendingRecord !== null) pendingRecords.push(pendingRecord)
  return pendingRecord !== null
}

/** Queues the record for a batched insert and returns true. False if it must be written alone now; queued records are inserted first. */
export async function queueRecord(applying: ImportState, member: GraphRecord, id: number | null): Promise<boolean> {
  const { pendingRecords } = applying
  const pendingRecord = preparePendingRecord(applying, member, id)
  if (
    pendingRecord === null ||
    pendingRecords.length === rowsPerInsert ||
    (pendingRecords[0] && (pendingRecords[0].id === null) !== (id === null))
  )
    await insertQueuedRecords(applying)
  if (pendingRecord !== null) pendingRecords.push(pendingRecord)
  return pendingRecord !== null
}

function preparePendingRecord(applying: ImportState, member: GraphRecord, id: number | null): PendingRecord | null {
  const { work, places, staged, batchReferences, repointed } = applying
  const { entity, record } = member
  const { registry } = work.context
  if (isBodyEntity(entity) || !canShareInsert(entity, record.values)) return null
  const fields: ImportFields = createImportFields(applying, work.moment.snapshot.languages, member, true)
  const fills = staged.getFallbackTexts(member)
  for (const key of Object.keys(fills)) if (!Object.hasOwn(fields, key)) fields[key] = fills[key]
  const deferredNames: string[] = []
  for (const naming of findPropertyReferences(member, registry)) {
    const { property } = naming
    const { name } = property
    const whole = places.whole(() => toRepointedValue(member, property, places, registry))
    if (whole) {
      fields[name] = whole.value
      // A reference column is cheaper to look up again than to store.
      if (!property.kind.referenceColumn) repointed.set(naming, whole.value)
    } else if (property.required || !isDeferrableField({ context: work.context, entity }, name)) return null
    else {
      delete fields[name]
      deferredNames.push(name)
    }
  }
  batchReferences.push(...deferredNames.map((property) => ({ member, property })))
  return { member, fields, id }
}

/** Inserts the queued records. RecordRefused names the first record that is rejected. */
export async function insertQueuedRecords(applying: ImportState): Promise<void> {
  const queuedRecords = applying.pendingRecords.splice(0)
  if (queuedRecords.length > 0)
    await withErrorTrail(`${queuedRecords.length} of ${queuedRecords[0]!.member.entity.name}`, () =>
      insertRecords(applying, queuedRecords),
    )
}

async function insertRecords(applying: ImportState, ready: readonly PendingRecord[]): Promise<void> {
  const { places, count, files, staged, work } = applying
  const { name } = ready[0]!.member.entity
  const createdRecords = await writeQueuedRecords(applying, name, ready)
  count.created[name] = (count.created[name] ?? 0) + createdRecords.length
  for (const [index, { member }] of ready.entries()) {
    const { id } = createdRecords[index]!
    places.put(name, member.record.id, id)
    const pointers = staged.getFiles(member)
    if (pointers.size > 0) count.files += await files.addRows(work, member, id, pointers.keys())
  }
}

async function writeQueuedRecords(
  { work, how }: ImportState,
  name: string,
  ready: readonly PendingRecord[],
): Promise<readonly WriteResult[]> {
  const options = { unit: work.unit, internal: true, judged: true }
  const exactly = how.mode === 'copy' ? undefined : {}
  try {
    const records = ready.map(({ fields, id }) => ({ fields, ...(id !== null && { id }) }))
    return await writeEntityRecords(work.context, name, records, { ...options, exactly })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // Write each record alone to find the one that is refused.
    for (const { member, fields, id } of ready) {
      const own = exactly && { ...(id !== null && { id }) }
      await withMemberRefusal(member, () => writeEntityRecord(work.context, name, fields, { ...options, exactly: own }))
    }
    throw error
  }
}

/** Writes the references to records that did not exist at insert time. */
export async function writeBatchReferences({ work, places, batchReferences }: ImportState): Promise<void> {
  const { context, unit } = work
  const byField = new Map<string, { readonly entity: string; readonly field: string; values: { id: number; value: unknown }[] }>()
  for (const { member, property: field } of batchReferences) {
    const { entity, record } = member
    const key = `${entity.name} ${field}`
    const fieldUpdate = byField.get(key) ?? { entity: entity.name, field, values: [] }
    byField.set(key, fieldUpdate)
    const value = toRepointedValue(member, entity.properties[field]!, places, context.registry)
    fieldUpdate.values.push({ id: places.idOf(entity.name, record.id), value })
  }
  for (const { entity, field, values } of byField.values()) await fillDeferredField(context, entity, field, values, { unit })
}
