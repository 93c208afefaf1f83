// Bulk creation of records below new owners, as in an import: runs all five write steps, with many rows per statement.
import { SystemError, withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import { quote } from '../database/dialect.js'
import { toInList, splitIntoPortions, type SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import type { Topic } from '../database/versions.js'
import { changeRowsTo, addCreatedRecords } from '../record/identity-map.js'
import { toColumnValue } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { lockRootRecord } from './root-lock.js'
import { insertDrafts, rowsPerInsert } from './insert-drafts.js'
import { noteNewRecord, clearPositionCache, noteOwnerChange, notePosition } from './last-position.js'
import { prepareNewDraft } from './new-draft.js'
import { hasObserver, purge } from './purge.js'
import { isTrackedReference, insertReferences } from './store-references.js'
import { storeNewTexts } from './store-texts.js'
import { raiseNewRecordTopics } from './topic-versions.js'
import { isAudited, auditWrite } from './audit-entries.js'
import { validateNewDrafts } from './validate-data.js'
import { createWriteTask } from './write.js'
import { createRecordReader, createColumnUpdate } from './stored-record.js'

type Values = Readonly<Record<string, unknown>>

export interface NewRecord {
  readonly fields: Values
  /** The id to assign. It must be free. Set it for all records or for none. */
  readonly id?: number | undefined
}

export interface CreatedRecord {
  readonly id: number
  /** The stored values. */
  readonly stored: Values
}

export type NewRecordOptions = WriteOptions & { readonly unit: Unit }

/** True if one statement can write many records of the entity. `isIndependentRecord` decides for each record. */
export function canBulkInsert(entity: Entity): boolean {
  return !entity.afterStore && !entity.unique && !entity.prepare && findOwnerJoins(entity).length === 1
}

/** True if the validation of a new record does not depend on its siblings. */
export const isIndependentRecord = (entity: Entity, fields: Values): boolean =>
  !entity.validate || entity.isAlone?.(fields) === true

/**
 * Stores new records of one entity, in order, in the open unit. Their owners must not be visible outside the unit. Throws
 * VALIDATION_FAILED with the issues of a whole portion before it stores a row of that portion. Earlier portions stay stored.
 */
export async function insertNewRecords(
  context: Context,
  entityName: string,
  records: readonly NewRecord[],
  options: NewRecordOptions,
): Promise<readonly CreatedRecord[]> {
  const task = await createWriteTask(context, options.unit, entityName, { ...options, internal: true })
  if (!canBulkInsert(task.entity)) {
    throw new SystemError(`Records of '${entityName}' have more than rows and texts, so they are written one by one.`)
  }
  const createdRecords: CreatedRecord[] = []
  for (const portion of splitIntoPortions(records, rowsPerInsert)) createdRecords.push(...(await writePortion(task, portion)))
  return createdRecords
}

async function writePortion(task: WriteTask, records: readonly NewRecord[]): Promise<readonly CreatedRecord[]> {
  const { u, entity } = task
  const drafts: Draft[] = []
  const locks = entity.exclusive !== undefined && u.dialect.forUpdate !== ''
  for (const { fields } of records) {
    const prepared = prepareNewDraft(task, fields)
    const draft = prepared instanceof Promise ? await prepared : prepared
    if (locks) await lockRootRecord(task, draft)
    notePosition(u, entity, draft)
    drafts.push(draft)
  }
  const issues = await validateNewDrafts(task, drafts)
  if (issues.length > 0) {
    clearPositionCache(u)
    throw new ValidationError(issues)
  }
  const inputIds = records.flatMap(({ id }) => id ?? [])
  const { ids, topics } = await withErrorTrail('store', () => storePortion(task, drafts, inputIds.length === 0 ? null : inputIds))
  emitEventsAfterCommit(task, ids, topics)
  return drafts.map(({ record }, index) => ({ id: ids[index]!, stored: record }))
}

/** Captures only ids until the commit. Thousands of captured drafts would slow down each garbage collection. */
function emitEventsAfterCommit({ u, context, entity }: WriteTask, ids: readonly number[], topics: ReadonlySet<Topic>): void {
  u.afterCommit(() => {
    for (const topic of topics) context.caches.forget(topic)
    if (!hasObserver(context, 'onSvcStoreRecord')) return
    for (const id of ids) purge(context, [], 'onSvcStoreRecord', { entity: entity.name, id, inserted: true })
  })
}

async function storePortion(
  task: WriteTask,
  drafts: readonly Draft[],
  inputIds: readonly number[] | null,
): Promise<{ readonly ids: readonly number[]; readonly topics: ReadonlySet<Topic> }> {
  const { u, entity, shape } = task
  const insertedIds = await withErrorTrail('row', () => insertDrafts(u, shape, drafts, inputIds))
  const ids = insertedIds ?? (await readNewestIds(task, drafts))
  const stored = drafts.map((draft, index) => ({ draft, id: ids[index]! }))
  storeNewTexts(task, stored)
  storeNewReferences(task, stored)
  if (!inputIds) for (const { id } of stored) noteNewRecord(u, entity, id)
  addCreatedRecords(u, entity, stored, {
    values: ({ draft }) => draft.record,
    reading: ({ draft, id }) => createRecordReader(task, draft, id),
  })
  const topics = await raiseNewRecordTopics(
    task,
    entity,
    stored.map(({ draft, id }) => ({ id, record: draft.record })),
  )
  if (isAudited(task.context)) for (const { draft, id } of stored) auditWrite(task, draft, id)
  return { ids, topics }
}

/** Rows inserted in order have ascending ids, and no other transaction inserts below these owners. */
async function readNewestIds({ u, entity, shape }: WriteTask, drafts: readonly Draft[]): Promise<readonly number[]> {
  const [join] = findOwnerJoins(entity)
  const property = entity.properties[join!.property]!
  const owners = toInList([...new Set(drafts.map(({ record }) => toColumnValue(property, record[property.name])))])
  const sql = `SELECT id FROM ${shape.table} WHERE ${quote(property.name)} IN ${owners.sql} ORDER BY id DESC LIMIT ?`
  const rows = await u.query<{ id: number }>(sql, [...owners.params, drafts.length])
  return rows.map(({ id }) => id).reverse()
}

function storeNewReferences(
  { u, context, entity, shape }: WriteTask,
  stored: readonly { readonly draft: Draft; readonly id: number }[],
): void {
  for (const property of shape.referring.filter(isTrackedReference)) {
    const naming = stored.filter(({ draft }) => draft.changed.has(property.name))
    const mentions = naming.map(({ draft, id }) => ({ id, value: draft.record[property.name] }))
    if (mentions.length > 0) insertReferences(u, context.registry, entity, property, mentions)
  }
}

/**
 * True if `fillDeferredField` can fill the field: it contains ids inside a structured value. With `columns`, also fields whose id has
 * its own column. The foreign key checks those, so the caller must know that the record exists.
 */
export function isDeferrableField(
  { context, entity }: Pick<WriteTask, 'context' | 'entity'>,
  name: string,
  { columns = false } = {},
): boolean {
  const { kind } = entity.properties[name]!
  return kind.references !== undefined && (columns || !kind.referenceColumn) && !isAudited(context)
}

/**
 * Fills fields of records that `insertNewRecords` created in the same unit and that refer to records created later. The values must
 * already be validated and in core's internal form.
 */
export async function fillDeferredField(
  context: Context,
  entityName: string,
  name: string,
  values: readonly { readonly id: number; readonly value: unknown }[],
  options: NewRecordOptions,
): Promise<void> {
  const { u, entity, shape } = await createWriteTask(context, options.unit, entityName, options)
  const property = entity.properties[name]!
  if (findOwnerJoins(entity).some((join) => join.property === name)) noteOwnerChange(u, entity)
  for (const portion of splitIntoPortions(values, rowsPerInsert)) {
    const cases = portion.flatMap(({ id, value }): SqlParameter[] => [id, toColumnValue(property, value)])
    const { sql, params } = toInList(portion.map(({ id }) => id))
    const set = `${quote(name)} = CASE id ${'WHEN ? THEN ? '.repeat(portion.length)}END`
    const changes = new Map(portion.map(({ id, value }) => [id, createColumnUpdate(property, value)]))
    await changeRowsTo(u, entity, changes, () =>
      u.run(`UPDATE ${shape.table} SET ${set} WHERE id IN ${sql}`, [...cases, ...params]),
    )
    if (isTrackedReference(property)) insertReferences(u, context.registry, entity, property, portion)
  }
}
