// Imports one product of a package in one transaction: stores its records, then deletes existing records that the package lacks.
import { withErrorTrail } from '../../foundation/errors.js'
import type { Property, Reference } from '../../foundation/property/kind.js'
import { removeEntityRecords } from '../../storage/pipeline/remove.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { findPropertyReferences, toRepointedInput, toRepointedValue, findStaleReference } from '../copy/fields.js'
import { makeValuesUnique } from '../copy/unique-values.js'
import { RecordIdMap } from '../copy/record-id-map.js'
import { clearDefaults } from '../clear-defaults.js'
import type { GraphRecord } from '../graph.js'
import { type ImportState, RecordRefusal, withMemberRefusal } from './import-state.js'
import type { ImportResult, ImportDeletion, ProductImportOptions, RenumberedRecord } from './define.js'
import { packageRootEntity } from './parsed-product.js'
import { ExistingRecords } from './existing-records.js'
import { getRecordTarget, type RecordTargets, resolveRecordTargets } from './record-targets.js'
import { tryQueueRecord, insertQueuedRecords, writeBatchReferences, queueRecord } from './batch-insert.js'
import { type ImportFields, createImportFields, type ImportPlan } from './import-plan.js'

/**
 * Imports the product in the open unit of work; a refusal rolls it back. RecordRefused: the write pipeline rejects a record.
 * VALIDATION_FAILED: an id belongs to another product, or a record outside the product needs a record that would be deleted.
 */
export async function applyProduct(initialWork: ServiceContext & TransactionContext, plan: ImportPlan): Promise<ImportResult> {
  const work = await initialWork.at()
  const { staged, members, how } = plan
  const storedRecords = await ExistingRecords.of(work, staged.product, how)
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
  const before = await findConfigurationIds(work, staged.product, how)
  await storedRecords.clear(members, finalIds)
  for (const group of groupByEntity(members)) {
    for (const member of group) {
      const { entity, record } = member
      const { isExisting, id: targetId } = getRecordTarget(targets, member)
      if (!isExisting && tryQueueRecord(applying, member, targetId)) continue
      await withErrorTrail(`${entity.name} ${record.id}`, () => storeMember(applying, member))
    }
    await insertQueuedRecords(applying)
  }
  for (const deferredField of applying.deferredFields) await writeDeferredReference(applying, deferredField)
  await writeBatchReferences(applying)
  refuseStale(applying)
  const missing = storedRecords.without(members)
  await removeEntityRecords(work.context, work.unit, missing)
  const id = places.idOf('product', staged.product)
  await work.announce('onSvcImportCatalog', { productId: id })
  const after = new Set(await findConfigurationIds(work, staged.product, how))
  const root = members.find(({ entity }) => entity.name === packageRootEntity)!
  return {
    product: staged.product,
    id,
    title: String(root.record.values['title'] ?? ''),
    ...count,
    deleted: missing.map(({ entity, id: deletedId, name }): ImportDeletion => ({ entity, id: deletedId, name })),
    renumbered: how.mode === 'copy' ? [] : listRenumberedRecords(applying),
    configurations: before.filter((configurationId) => !after.has(configurationId)).length,
  }
}

/** Starts with this shop's records outside the product. */
export function createIdMap({ members, outside }: Pick<ImportPlan, 'members' | 'outside'>): RecordIdMap {
  const places = new RecordIdMap(members)
  for (const [key, local] of outside) {
    const [entity = '', id] = key.split(' ')
    if (local !== null) places.put(entity, Number(id), local)
  }
  return places
}

function createFinalIdMap(plan: ImportPlan, targets: RecordTargets): RecordIdMap {
  const places = createIdMap(plan)
  for (const member of plan.members) {
    const { id } = getRecordTarget(targets, member)
    if (id !== null) places.put(member.entity.name, member.record.id, id)
  }
  return places
}

/** Groups the members by entity, in order. */
function groupByEntity(members: readonly GraphRecord[]): readonly (readonly GraphRecord[])[] {
  const groups = new Map<string, GraphRecord[]>()
  for (const member of members) {
    const group = groups.get(member.entity.name)
    if (group) group.push(member)
    else groups.set(member.entity.name, [member])
  }
  return [...groups.values()]
}

/** Stores one record of the package: updates it if it differs, creates it if it is missing, or queues it for a batched insert. */
async function storeMember(applying: ImportState, member: GraphRecord): Promise<void> {
  const { work, places, targets, existingRecords, staged, files, how, count } = applying
  const { entity, record } = member
  const target = getRecordTarget(targets, member)
  // A record deleted by `standing.clear` no longer exists.
  const isPresent = target.isExisting && existingRecords.has(entity.name, record.id)
  if (!isPresent && (await queueRecord(applying, member, target.id))) return
  let isDeferred = false
  const isCopy = how.mode === 'copy'
  const fields: ImportFields = createImportFields(applying, work.moment.snapshot.languages, member)
  // New values were validated when the package was read. Changed values are compared in the form that an author would send.
  const toName = isPresent ? toRepointedInput : toRepointedValue
  for (const { property } of findPropertyReferences(member, work.context.registry)) {
    const whole = places.whole(() => toName(member, property, places, work.context.registry))
    if (whole) fields[property.name] = whole.value
    else {
      delete fields[property.name]
      if (isPresent && isFieldUnchanged(applying, member, property)) continue
      applying.deferredFields.push({ member, property: property.name })
      isDeferred = true
    }
  }
  if (isCopy) await makeValuesUnique(work, entity, fields, work.moment.snapshot.languages)
  const options = { unit: work.unit, internal: true }
  if (isPresent) {
    const id = target.id!
    const changed = existingRecords.changes(entity, id, fields)
    if (Object.keys(changed).length > 0 || isDeferred) {
      if (Object.keys(changed).length > 0)
        await withMemberRefusal(member, () =>
          writeEntityRecord(work.context, entity.name, changed, { ...options, id, exactly: {} }),
        )
      count.updated[entity.name] = (count.updated[entity.name] ?? 0) + 1
      count.files += await files.addRows(work, member, id, Object.keys(changed))
    } else count.unchanged++
    return places.put(entity.name, record.id, id)
  }
  const filled = { ...staged.getFallbackTexts(member), ...fields }
  const exactly = isCopy ? undefined : { ...(target.id !== null && { id: target.id }) }
  const writeOptions = { ...options, exactly, judged: true }
  const writeResult = await withMemberRefusal(member, () => writeEntityRecord(work.context, entity.name, filled, writeOptions))
  places.put(entity.name, record.id, writeResult.id)
  count.created[entity.name] = (count.created[entity.name] ?? 0) + 1
  count.files += await files.addRows(work, member, writeResult.id, staged.getFiles(member).keys())
  await clearDefaults(work, entity.name, writeResult.id, filled, writeResult.stored)
}

/** True if the field already has the value that it will have after the import. */
function isFieldUnchanged(
  { known: finalIds, existingRecords, work }: ImportState,
  member: GraphRecord,
  property: Property,
): boolean {
  const { registry } = work.context
  const whole = finalIds.whole(() => toRepointedInput(member, property, finalIds, registry))
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
  const value = toRepointedInput(member, entity.properties[name]!, places, work.context.registry)
  const options = { id, unit: work.unit, internal: true, exactly: {} }
  await withMemberRefusal(member, () => writeEntityRecord(work.context, entity.name, { [name]: value }, options))
}

/** Refuses records of plugin types that do not declare which arguments are ids: their copies would still reference the original. */
function refuseStale({ work, places, members, how, namesCopies, repointed: repointedValues }: ImportState): void {
  if (how.mode === 'exact' ? !how.newIds : namesCopies) return
  const { registry } = work.context
  for (const member of members) {
    for (const naming of findPropertyReferences(member, registry)) {
      // A reference column already has the id of the copy.
      if (naming.property.kind.referenceColumn) continue
      const issue = findStaleReference(member, naming.property, places, registry, repointedValues.get(naming))
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
