// Imports one product of a package in one transaction: stores its records, then deletes existing records that the package lacks.
import { type Property, type WriteResult, messageFormat, longWork, recordWriting, recordGraphs } from '#core/surface.js'
import { ValidationError, type Reference, type TransactionContext, type ServiceContext } from '#core/contract.js'
import { type ImportFields, createImportFields, type ImportPlan } from './import-plan.js'
import { type ImportState, RecordRefusal, withMemberRefusal, type PendingRecord } from './import-state.js'
import type { ImportResult, ImportDeletion, ProductImportOptions, RenumberedRecord } from './define.js'
import { packageRootEntity } from './parsed-product.js'
import { ExistingRecords, isBodyEntity, getRecordTarget, type RecordTargets, resolveRecordTargets } from './existing-records.js'

/** True if the queued records must be inserted before the record: an insert gives an id to all of its records or to none. */
function isQueueFull({ pendingRecords }: ImportState, id: number | null): boolean {
  const [first] = pendingRecords
  return first !== undefined && (pendingRecords.length === recordWriting.rowsPerInsert || (first.id === null) !== (id === null))
}

/** The record for a batched insert; null if it must be written alone, after the queued records. */
function preparePendingRecord(applying: ImportState, member: recordGraphs.GraphRecord, id: number | null): PendingRecord | null {
  const { work, places, parsedProduct, batchReferences, repointed } = applying
  const { entity, record } = member
  const { registry } = work.context
  if (isBodyEntity(entity) || !recordWriting.canShareInsert(entity, record.values)) return null
  const fields: ImportFields = createImportFields(applying, work.versionedSnapshot.snapshot.languages, member, true)
  const fills = parsedProduct.getFallbackTexts(member)
  for (const key of Object.keys(fills)) if (!Object.hasOwn(fields, key)) fields[key] = fills[key]
  const deferredNames: string[] = []
  for (const naming of recordGraphs.findPropertyReferences(member, registry)) {
    const { property } = naming
    const { name } = property
    const whole = places.whole(() => recordGraphs.toRepointedValue(member, property, places, registry))
    if (whole) {
      fields[name] = whole.value
      // A reference column is cheaper to look up again than to store.
      if (!property.kind.referenceColumn) repointed.set(naming, whole.value)
    } else if (property.required || !recordWriting.isDeferrableField({ context: work.context, entity }, name)) return null
    else {
      delete fields[name]
      deferredNames.push(name)
    }
  }
  batchReferences.push(...deferredNames.map((property) => ({ member, property })))
  return { member, fields, id }
}

/** Inserts the queued records. RecordRefused names the first record that is rejected. */
async function insertQueuedRecords(applying: ImportState): Promise<void> {
  const queuedRecords = applying.pendingRecords.splice(0)
  if (queuedRecords.length > 0)
    await messageFormat.withErrorTrail(`${queuedRecords.length} of ${queuedRecords[0]!.member.entity.name}`, () =>
      insertRecords(applying, queuedRecords),
    )
}

async function insertRecords(applying: ImportState, ready: readonly PendingRecord[]): Promise<void> {
  const { places, count, files, parsedProduct, work } = applying
  const { name } = ready[0]!.member.entity
  const createdRecords = await writeQueuedRecords(applying, name, ready)
  count.created[name] = (count.created[name] ?? 0) + createdRecords.length
  for (const [index, { member }] of ready.entries()) {
    const { id } = createdRecords[index]!
    places.put(name, member.record.id, id)
    const pointers = parsedProduct.getFiles(member)
    if (pointers.size > 0) count.files += await files.addRows(work, member, id, pointers.keys())
  }
}

/** The options of new records. Their values were validated when the package was read. */
const createInsertOptions = ({ unit }: TransactionContext, exactly: { readonly id?: number | undefined } | undefined) =>
  ({ unit, internal: true, preValidated: true, exactly }) as const

async function writeQueuedRecords(
  { work, how }: ImportState,
  name: string,
  ready: readonly PendingRecord[],
): Promise<readonly WriteResult[]> {
  const exactly = how.mode === 'copy' ? undefined : {}
  try {
    const records = ready.map(({ fields, id }) => ({ fields, id: id ?? undefined }))
    return await recordWriting.writeEntityRecords(work.context, name, records, createInsertOptions(work, exactly))
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // Write each record alone to find the rejected one.
    for (const { member, fields, id } of ready) {
      const options = createInsertOptions(work, exactly && { id: id ?? undefined })
      await withMemberRefusal(member, () => recordWriting.writeEntityRecord(work.context, name, fields, options))
    }
    throw error
  }
}

/** Writes the references to records that did not exist at insert time. */
async function writeBatchReferences({ work, places, batchReferences }: ImportState): Promise<void> {
  const { context, unit } = work
  const byField = new Map<string, { readonly entity: string; readonly field: string; values: { id: number; value: unknown }[] }>()
  for (const { member, property: field } of batchReferences) {
    const { entity, record } = member
    const key = `${entity.name} ${field}`
    const fieldUpdate = byField.get(key) ?? { entity: entity.name, field, values: [] }
    byField.set(key, fieldUpdate)
    const value = recordGraphs.toRepointedValue(member, entity.properties[field]!, places, context.registry)
    fieldUpdate.values.push({ id: places.idOf(entity.name, record.id), value })
  }
  for (const { entity, field, values } of byField.values())
    await recordWriting.fillDeferredField(context, entity, field, values, { unit })
}

/**
 * Imports the product in the open unit of work; a refusal rolls it back. RecordRefused: the write pipeline rejects a record.
 * VALIDATION_FAILED: an id belongs to another product, or a record outside the product needs a record that would be deleted.
 */
export async function applyProduct(initialWork: ServiceContext & TransactionContext, plan: ImportPlan): Promise<ImportResult> {
  const work = await initialWork.at()
  const { parsedProduct, members, how } = plan
  const storedRecords = await ExistingRecords.of(work, parsedProduct.product, how)
  const targets = await resolveRecordTargets(work, members, storedRecords, how)
  const places = createIdMap(plan)
  const finalIds = how.mode === 'copy' ? places : createFinalIdMap(plan, targets)
  const count = { created: {}, updated: {}, unchanged: 0, files: 0 }
  const lists = { deferredFields: [], batchReferences: [], repointed: new Map(), pendingRecords: [] }
  const applying: ImportState = {
    ...plan,
    work,
    places,
    known: finalIds,
    targets,
    existingRecords: storedRecords,
    ...lists,
    count,
  }
  const before = await findConfigurationIds(work, parsedProduct.product, how)
  await storedRecords.clear(members, finalIds)
  applying.count.files += await plan.files.addPictures(work)
  const turn = new longWork.Turn()
  for (const group of groupByEntity(members)) {
    for (const member of group) {
      if (turn.isOver) await turn.pause()
      const { entity, record } = member
      const { isExisting, id: targetId } = getRecordTarget(targets, member)
      // A record deleted by `storedRecords.clear` no longer exists.
      const isPresent = isExisting && storedRecords.has(entity.name, record.id)
      const pendingRecord = isPresent ? null : preparePendingRecord(applying, member, targetId)
      if (!isPresent && (pendingRecord === null || isQueueFull(applying, targetId))) await insertQueuedRecords(applying)
      if (pendingRecord) applying.pendingRecords.push(pendingRecord)
      else await messageFormat.withErrorTrail(`${entity.name} ${record.id}`, () => storeMember(applying, member, isPresent))
    }
    await insertQueuedRecords(applying)
  }
  for (const deferredField of applying.deferredFields) await writeDeferredReference(applying, deferredField)
  await writeBatchReferences(applying)
  refuseStale(applying)
  const missing = storedRecords.without(members)
  await recordWriting.removeEntityRecords(work.context, work.unit, missing)
  const id = places.idOf('product', parsedProduct.product)
  await work.announce('onSvcImportCatalog', { productId: id })
  const after = new Set(await findConfigurationIds(work, parsedProduct.product, how))
  const root = members.find(({ entity }) => entity.name === packageRootEntity)!
  return {
    product: parsedProduct.product,
    id,
    title: String(root.record.values['title'] ?? ''),
    ...count,
    deleted: missing.map(({ entity, id: deletedId, name }): ImportDeletion => ({ entity, id: deletedId, name })),
    renumbered: how.mode === 'copy' ? [] : listRenumberedRecords(applying),
    configurations: before.filter((configurationId) => !after.has(configurationId)).length,
  }
}

/** Starts with this shop's records outside the product. */
function createIdMap({ members, outside }: Pick<ImportPlan, 'members' | 'outside'>): recordGraphs.RecordIdMap {
  const places = new recordGraphs.RecordIdMap(members)
  for (const [key, local] of outside) {
    const [entity = '', id] = key.split(' ')
    if (local !== null) places.put(entity, Number(id), local)
  }
  return places
}

function createFinalIdMap(plan: ImportPlan, targets: RecordTargets): recordGraphs.RecordIdMap {
  const places = createIdMap(plan)
  for (const member of plan.members) {
    const { id } = getRecordTarget(targets, member)
    if (id !== null) places.put(member.entity.name, member.record.id, id)
  }
  return places
}

/** Groups the members by entity, in order. */
function groupByEntity(members: readonly recordGraphs.GraphRecord[]): readonly (readonly recordGraphs.GraphRecord[])[] {
  const groups = new Map<string, recordGraphs.GraphRecord[]>()
  for (const member of members) {
    const group = groups.get(member.entity.name)
    if (group) group.push(member)
    else groups.set(member.entity.name, [member])
  }
  return [...groups.values()]
}

/** Stores one record of the package: updates it if it is present and differs, else creates it. */
async function storeMember(applying: ImportState, member: recordGraphs.GraphRecord, isPresent: boolean): Promise<void> {
  const { work, places, targets, existingRecords, parsedProduct, files, how, count } = applying
  const { entity, record } = member
  const target = getRecordTarget(targets, member)
  let isDeferred = false
  const isCopy = how.mode === 'copy'
  const fields: ImportFields = createImportFields(applying, work.versionedSnapshot.snapshot.languages, member)
  // New values were validated when the package was read. Changed values are compared in the form that an author would send.
  const toName = isPresent ? recordGraphs.toRepointedInput : recordGraphs.toRepointedValue
  for (const { property } of recordGraphs.findPropertyReferences(member, work.context.registry)) {
    const whole = places.whole(() => toName(member, property, places, work.context.registry))
    if (whole) fields[property.name] = whole.value
    else {
      delete fields[property.name]
      if (isPresent && isFieldUnchanged(applying, member, property)) continue
      applying.deferredFields.push({ member, property: property.name })
      isDeferred = true
    }
  }
  if (isCopy) await recordGraphs.makeValuesUnique(work, entity, fields, work.versionedSnapshot.snapshot.languages)
  const options = { unit: work.unit, internal: true }
  if (isPresent) {
    const id = target.id!
    const changed = existingRecords.changes(entity, id, fields)
    if (Object.keys(changed).length > 0 || isDeferred) {
      if (Object.keys(changed).length > 0)
        await withMemberRefusal(member, () =>
          recordWriting.writeEntityRecord(work.context, entity.name, changed, { ...options, id, exactly: {} }),
        )
      count.updated[entity.name] = (count.updated[entity.name] ?? 0) + 1
      count.files += await files.addRows(work, member, id, Object.keys(changed))
    } else count.unchanged++
    return places.put(entity.name, record.id, id)
  }
  const filled = { ...parsedProduct.getFallbackTexts(member), ...fields }
  const insertOptions = createInsertOptions(work, isCopy ? undefined : { id: target.id ?? undefined })
  const writeResult = await withMemberRefusal(member, () =>
    recordWriting.writeEntityRecord(work.context, entity.name, filled, insertOptions),
  )
  places.put(entity.name, record.id, writeResult.id)
  count.created[entity.name] = (count.created[entity.name] ?? 0) + 1
  count.files += await files.addRows(work, member, writeResult.id, parsedProduct.getFiles(member).keys())
  await recordGraphs.clearDefaults(work, entity.name, writeResult.id, filled, writeResult.stored)
}

/** True if the field already has the value that it will have after the import. */
function isFieldUnchanged(
  { known: finalIds, existingRecords, work }: ImportState,
  member: recordGraphs.GraphRecord,
  property: Property,
): boolean {
  const { registry } = work.context
  const whole = finalIds.whole(() => recordGraphs.toRepointedInput(member, property, finalIds, registry))
  const fields = whole && { [property.name]: whole.value }
  return fields !== null && Object.keys(existingRecords.changes(member.entity, member.record.id, fields)).length === 0
}

/** Writes a field whose referenced records did not exist before. */
async function writeDeferredReference(
  applying: ImportState,
  { member, property: name }: ImportState['deferredFields'][number],
): Promise<void> {
  const { work, places } = applying
  const { entity, record } = member
  const id = places.idOf(entity.name, record.id)
  const value = recordGraphs.toRepointedInput(member, entity.properties[name]!, places, work.context.registry)
  const options = { id, unit: work.unit, internal: true, exactly: {} }
  await withMemberRefusal(member, () => recordWriting.writeEntityRecord(work.context, entity.name, { [name]: value }, options))
}

/** Refuses records of plugin types that do not declare which arguments are ids: their copies would still reference the original. */
function refuseStale({ work, places, members, how, repointed: repointedValues }: ImportState): void {
  if (how.mode === 'exact' && !how.newIds) return
  const { registry } = work.context
  for (const member of members) {
    for (const naming of recordGraphs.findPropertyReferences(member, registry)) {
      // A reference column already has the id of the copy.
      if (naming.property.kind.referenceColumn) continue
      const issue = recordGraphs.findStaleReference(member, naming.property, places, registry, repointedValues.get(naming))
      if (issue) throw new RecordRefusal(member, [issue])
    }
  }
}

function listRenumberedRecords({ members, places }: ImportState): readonly RenumberedRecord[] {
  return members.flatMap(({ entity: { name }, record: { id: from } }) => {
    const to = places.idOf(name, from)
    return to === from ? [] : [{ entity: name, from, to }]
  })
}

async function findConfigurationIds(
  work: ServiceContext,
  product: number,
  { mode }: ProductImportOptions,
): Promise<readonly Reference['id'][]> {
  if (mode === 'copy') return []
  const rows = await work.on.query<{ id: number }>('SELECT id FROM svc_configuration WHERE product_id = ?', [product])
  return rows.map(({ id }) => id)
}
