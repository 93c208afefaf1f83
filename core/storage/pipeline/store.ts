// Step four of five: stores the rows, their texts and the ids inside their values, and raises the version counters of caches.
import { addToErrorTrail, ServiceError } from '../../foundation/errors.js'
import { createFastObject } from '../../foundation/json.js'
import { flatKey } from '../../foundation/language.js'
import { foldText, toFoldedColumnName } from '../../foundation/property/text.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity, EntityDefinition } from '../../model/entity/define.js'
import { findFoldedProperties, indexedColumn } from '../../model/entity/filters.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import {
  insertRows,
  quoteName,
  type Queryable,
  type RecordRow,
  splitIntoPortions,
  type SqlParameter,
  type SqlValue,
} from '../database/dialect.js'
import type { RecordReader, Topic } from '../unit-of-work/identity-map.js'
import {
  type EntityLayout,
  type FlatKey,
  getEmptyRow,
  getFlatKeys,
  emptyValue,
  isEmpty,
  toColumnValue,
  toFoldedValue,
  getLanguageChain,
  getLayout,
  presentRecord,
  presentValue,
  Texts,
} from '../record/present.js'
import { createConflictMessage, type LoadedRecord } from '../record/load.js'
import type { RecordResult } from '../record/results.js'
import type { Draft, WriteTask } from './draft.js'
import { releaseFiles } from './file-release.js'
import { hasNewOwner, raiseNewRecordTopics, raiseTopicVersions } from './related-records.js'
import { storeUniqueTexts } from './unique-values.js'
import type { Context } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'

export interface StoreResult {
  readonly ids: readonly number[]
  readonly topics: readonly Topic[]
}

interface StoredDraft {
  readonly draft: Draft
  readonly id: number
}

/** Stores one existing record, or new records that one statement can insert. Throws PRECONDITION_FAILED if another write came first. */
export async function storeRecords(task: WriteTask, drafts: readonly Draft[]): Promise<StoreResult> {
  const { entity, shape } = task
  const existingDraft = drafts.find(({ existing }) => existing !== null)
  const stored: StoredDraft[] = []
  let step = 'row'
  try {
    const ids = existingDraft ? [await updateRow(task, existingDraft)] : await insertDrafts(task, drafts)
    for (const [index, draft] of drafts.entries()) stored.push({ draft, id: ids[index]! })
    for (const storedDraft of stored) addToIdentityMap(task, storedDraft)
    step = 'texts'
    if (shape.translatable.length > 0) await storeTexts(task, stored)
    step = 'references'
    if (shape.tracked.length > 0) await storeReferences(task, stored)
  } catch (error) {
    throw addToErrorTrail(step, error)
  }
  const ids = stored.map(({ id }) => id)
  const records = stored.map(({ draft, id }) => ({ id, record: draft.record }))
  if (!existingDraft) return { ids, topics: entity.topic === null ? [] : await raiseNewRecordTopics(task, entity, records) }
  const id = ids[0]!
  const topics = entity.topic === null ? [] : await raiseTopics(task, existingDraft, id)
  if (shape.filed.length > 0) await releaseReplacedFiles(task, existingDraft, id)
  if (entity.credentials) await endCustomerSessions(task, existingDraft, id)
  return { ids, topics }
}

function addToIdentityMap(task: WriteTask, { draft, id }: StoredDraft): void {
  const { entity, options } = task
  const { identityMap } = task.u
  // `afterStore` and child writes can change the record again. Then remember only that it exists.
  const { exactly } = options
  const isWhole = !entity.afterStore && draft.children.size === 0 && !exactly?.revision && !exactly?.columns
  const reading = isWhole ? createRecordReader(task, draft, id) : null
  if (draft.existing === null && draft.newId === undefined) identityMap.addNewId(entity, id)
  if (draft.existing === null && reading) identityMap.addCreated(entity, id, draft.record, reading)
  else identityMap.addLocked(entity, id, reading)
}

/** Raises the topics of the previous and of the new owner. */
async function raiseTopics(task: WriteTask, draft: Draft, id: number): Promise<readonly Topic[]> {
  const { entity, shape } = task
  const before = await raiseTopicVersions(task, entity, id, draft.existing!.values)
  const after = hasNewOwner(shape, draft) ? await raiseTopicVersions(task, entity, id, draft.record) : []
  return [...before, ...after]
}

/** Inserts the rows in order. Their ids ascend, unless the drafts have ids. */
async function insertDrafts({ u, entity, shape, options }: WriteTask, drafts: readonly Draft[]): Promise<readonly number[]> {
  const params: SqlParameter[] = []
  for (const draft of drafts) addRowParameters(params, shape, draft)
  u.identityMap.countInserted(entity, drafts.length)
  const hasIds = drafts[0]!.newId !== undefined
  if (drafts.length === 1) {
    const { revision, columns = {} } = options.exactly ?? {}
    for (const [index, { name }] of shape.stored.entries()) if (Object.hasOwn(columns, name)) params[index] = columns[name]!
    if (revision !== undefined) params[shape.inserted.length - 1] = revision
    const { insertId } = await u.run(hasIds ? shape.insertAs : shape.insert, params)
    return [drafts[0]!.newId ?? insertId]
  }
  const sql = insertRows(entity.table, hasIds ? shape.insertedWithId : shape.inserted, drafts.length)
  // The caller inserts several rows only if the database returns their ids.
  if (!hasIds) return (await u.insert(sql, params, drafts.length))!
  await u.run(sql, params)
  return drafts.map(({ newId }) => newId!)
}

/** Appends the values of a new row in the order of `EntityLayout.inserted`, and its id if it has one. */
function addRowParameters(params: SqlParameter[], shape: EntityLayout, { record, newId }: Draft): void {
  const start = params.length
  for (const property of shape.stored) params.push(toColumnValue(property, record[property.name]))
  for (const property of shape.folded) params.push(toFoldedValue(params[start + shape.stored.indexOf(property)]!))
  params.push(1)
  if (newId !== undefined) params.push(newId)
}

/** Sets only the columns that differ, to spare the indexes of the others. Always raises the revision. */
async function updateRow(task: WriteTask, draft: Draft): Promise<number> {
  const { u, entity, shape } = task
  const { id, revision, row } = draft.existing!
  const assignments: string[] = []
  const params: SqlParameter[] = []
  for (const property of shape.stored) {
    if (!draft.changed.has(property.name)) continue
    const value = toColumnValue(property, draft.record[property.name])
    if (isSameColumnValue(value, row[property.name])) continue
    assignments.push(`${quoteName(property.name)} = ?`)
    params.push(value)
    if (!shape.folded.includes(property)) continue
    assignments.push(`${quoteName(toFoldedColumnName(property.name))} = ?`)
    params.push(toFoldedValue(value))
  }
  if (hasIndexedChange(task, draft)) assignments.push(`${quoteName(indexedColumn)} = 0`)
  const set = [...assignments, 'revision = revision + 1'].join(', ')
  const sql = `UPDATE ${shape.table} SET ${set} WHERE id = ? AND revision = ?`
  if (hasNewOwner(shape, draft)) u.identityMap.addOwnerChange(entity)
  const { affected } = await u.identityMap.changeRows(entity, [id], () => u.run(sql, [...params, id, revision]))
  if (affected === 0) throw new ServiceError('PRECONDITION_FAILED', createConflictMessage(entity, id))
  return id
}

/** True if a text in the trigram index changes. */
function hasIndexedChange({ entity, shape, snapshot }: WriteTask, { changed }: Draft): boolean {
  if (shape.indexed.size === 0) return false
  const texts = getFlatKeys(entity, snapshot.languages)
  for (const name of changed) if (shape.indexed.has((texts.get(name)?.property ?? entity.properties[name])!)) return true
  return false
}

/** The database returns integers beyond 2^53 as text. */
function isSameColumnValue(value: SqlParameter, stored: unknown): boolean {
  return value === stored || (typeof value === 'bigint' && String(value) === String(stored))
}

/** Releases a file that its field no longer refers to. Its bytes are deleted after the commit. */
async function releaseReplacedFiles(task: WriteTask, draft: Draft, id: number): Promise<void> {
  for (const { name } of task.shape.filed) {
    if (draft.changed.has(name)) await releaseFiles(task, task.entity, id, { name, kept: String(draft.record[name] ?? '') })
  }
}

const textColumns = ['entity', 'entity_id', 'field', 'language_tag', 'text', 'folded']
const textKey = textColumns.slice(0, 4)

/** The maximum number of texts or references in one statement. */
const dependentRowsPerStatement = 128

interface ChangedText {
  readonly id: number
  readonly flat: FlatKey
  readonly text: string
}

/** Stores the texts that differ from the existing ones. Empty texts of new records are not stored. */
async function storeTexts(task: WriteTask, stored: readonly StoredDraft[]): Promise<void> {
  const { u, entity } = task
  const texts = stored.flatMap((storedDraft) => collectChangedTexts(task, storedDraft))
  if (texts.length === 0) return
  const folded = findFoldedProperties(entity)
  const assignment = `text = ${u.dialect.incoming('text')}, folded = ${u.dialect.incoming('folded')}`
  for (const portion of splitIntoPortions(texts, dependentRowsPerStatement)) {
    const params: SqlParameter[] = []
    for (const { id, flat, text } of portion) {
      const { property, tag } = flat
      params.push(entity.name, id, property.name, tag, text, folded.has(property) ? foldText(text) : '')
    }
    await u.run(u.dialect.upsert('svc_texts', textColumns, textKey, assignment, portion.length), params)
  }
  // Records of entities with unique keys are stored one by one.
  if (entity.unique) await storeUniqueTexts(u, entity, stored[0]!.id, texts, stored[0]!.draft.existing === null)
}

function collectChangedTexts({ entity, snapshot }: WriteTask, { draft, id }: StoredDraft): readonly ChangedText[] {
  const texts: ChangedText[] = []
  const keys = getFlatKeys(entity, snapshot.languages)
  for (const changed of draft.changed) {
    const flat = keys.get(changed)
    if (!flat) continue
    const value = draft.record[changed]
    const text = isEmpty(value) ? '' : String(value)
    if (text !== (draft.existing?.values[changed] ?? '')) texts.push({ id, flat, text })
  }
  return texts
}

const referenceColumns = ['source_entity', 'source_id', 'property', 'target_entity', 'target_id']

/** Indexes the ids inside structured values (rules, terms, prices by group), so a delete can find the referring records. */
async function storeReferences({ context, u, entity, shape }: WriteTask, stored: readonly StoredDraft[]): Promise<void> {
  for (const property of shape.tracked) {
    const { name, kind } = property
    const values: { id: number; value: unknown }[] = []
    for (const { draft, id } of stored) {
      if (!draft.changed.has(name)) continue
      if (draft.existing && (kind.references?.(draft.existing.values[name], property, context.registry) ?? []).length > 0) {
        const sql = 'DELETE FROM svc_references WHERE source_entity = ? AND source_id = ? AND property = ?'
        await u.run(sql, [entity.name, id, name])
      }
      values.push({ id, value: draft.record[name] })
    }
    await insertReferences(u, context.registry, entity, property, values)
  }
}

/** Stores the ids inside the values. No references may be stored for these values yet. */
export async function insertReferences(
  on: Queryable,
  registry: Registry,
  entity: Entity,
  property: Property,
  values: readonly { readonly id: number; readonly value: unknown }[],
): Promise<void> {
  const rows: SqlParameter[][] = []
  for (const { id, value } of values) {
    // Most new records in a bulk write refer to nothing.
    if (isEmpty(value)) continue
    const references = property.kind.references!(value, property, registry)
    const uniqueReferences =
      references.length > 1
        ? new Map(references.map((reference) => [`${reference.entity} ${reference.id}`, reference] as const)).values()
        : references
    for (const reference of uniqueReferences) rows.push([entity.name, id, property.name, reference.entity, reference.id])
  }
  if (rows.length === 0) return
  for (const portion of splitIntoPortions(rows, dependentRowsPerStatement)) {
    const sql = on.dialect.insertMissing('svc_references', referenceColumns, referenceColumns, portion.length)
    await on.run(sql, portion.flat())
  }
}

/** Use it only for a record that the same unit has created. No other transaction can have read it. */
export async function storePasswordHash(
  { registry }: Context,
  u: Unit,
  entity: EntityDefinition,
  { id, hash }: { readonly id: number; readonly hash: string },
): Promise<void> {
  const { table } = getLayout(requireEntity(registry, entity.name))
  await u.run(`UPDATE ${table} SET password = ? WHERE id = ?`, [hash, id])
}

/** Deletes the record's sessions and open password resets if a credential field gets a different value. */
async function endCustomerSessions({ u, entity }: WriteTask, draft: Draft, id: number): Promise<void> {
  const { existing, changed, record } = draft
  if (!existing) return
  const differs = (name: string): boolean => {
    const property = entity.properties[name]
    return property !== undefined && changed.has(name) && toColumnValue(property, record[name]) !== existing.row[name]
  }
  if (!entity.credentials?.some(differs)) return
  await u.run('DELETE FROM svc_account_tokens WHERE customer_id = ?', [id])
}

/**
 * Null if the write stored more than the draft: child lists, effects of `afterStore`, and store records, which can change the
 * active languages. The caller must then read the record.
 */
export function toRecordResult(task: WriteTask, draft: Draft, id: number): RecordResult | null {
  const { entity, shape, snapshot, language, context } = task
  if (entity.afterStore || draft.children.size > 0 || entity.topic === 'store') return null
  const row = toStoredRow(shape, draft, id)
  const texts = collectDraftTexts(task, draft, id)
  const languages = { tags: getLanguageChain(language, snapshot.languages), flat: snapshot.languages }
  return {
    entity: entity.name,
    id,
    record: presentRecord(shape.readable, row, texts, languages, context.registry),
    revision: row.revision,
  }
}

function collectDraftTexts({ entity, snapshot }: WriteTask, { record }: Draft, id: number): Texts {
  const texts = new Texts()
  for (const { key, property, tag } of getFlatKeys(entity, snapshot.languages).values()) {
    texts.set(id, property.name, tag, String(record[key] ?? ''))
  }
  return texts
}

const noLanguages = { tags: [], flat: [] }

/** The row that a read of its columns would return. */
function toStoredRow(shape: EntityLayout, { existing, record, changed }: Draft, id: number): RecordRow {
  const { stored } = shape
  const revision = existing ? existing.revision + 1 : 1
  const row: { [column: string]: SqlValue } & { readonly id: number; readonly revision: number } = {
    ...getEmptyRow(shape),
    id,
    revision,
  }
  for (const property of stored) {
    const { name } = property
    row[name] = existing && !changed.has(name) ? (existing.row[name] ?? null) : toDriverValue(property, record[name])
  }
  return row
}

/** In the format of the database driver: integers beyond 2^53 as text. */
function toDriverValue(property: Property, value: unknown): SqlValue {
  const stored = toColumnValue(property, value)
  return typeof stored === 'bigint' ? String(stored) : stored
}

/** The record as it would be read after the field's column gets the value. */
export const createColumnUpdate =
  (property: Property, value: unknown) =>
  (record: LoadedRecord): LoadedRecord => {
    const stored = toDriverValue(property, value)
    const [row, values] = [{ ...record.row }, { ...record.values }] as [Record<string, SqlValue>, Record<string, unknown>]
    row[property.name] = stored
    values[property.name] = presentValue(property, stored)
    return { ...record, row: row as RecordRow, values: values as LoadedRecord['values'] }
  }

/** The record as core would read it again in the same unit, without texts. */
function buildLoadedRecord({ shape }: WriteTask, draft: Draft, id: number): LoadedRecord {
  const { existing } = draft
  if (existing === null) return applyChangedFields(shape, draft, getBlankRecord(shape, id))
  if (shape.translatable.length === 0) return applyChangedFields(shape, draft, existing)
  const row = toStoredRow(shape, draft, id)
  return { id, revision: row.revision, row, values: presentRecord(shape.persisted, row, new Texts(), noLanguages) }
}

/** Like `buildLoadedRecord`, and with texts in the languages of the write. null for other languages. */
const createRecordReader =
  (task: WriteTask, draft: Draft, id: number): RecordReader =>
  (languages) => {
    const record = buildLoadedRecord(task, draft, id)
    if (languages.length === 0) return record
    const { shape, snapshot } = task
    if (languages !== snapshot.languages) return null
    const values: Record<string, unknown> & { id: number } = { ...record.values }
    const texts = collectDraftTexts(task, draft, id)
    for (const { name } of shape.translatable) {
      values[name] = texts.plain(id, name, languages)
      for (const tag of languages) values[flatKey(name, tag)] = texts.exact(id, name, tag)
    }
    return { ...record, values }
  }

const blankRecordCache = new WeakMap<EntityLayout, Pick<LoadedRecord, 'row' | 'values'>>()

/** A new record before its values are set. Shared, because most fields of most records stay empty. */
function getBlankRecord(shape: EntityLayout, id: number): LoadedRecord {
  let blank = blankRecordCache.get(shape)
  if (!blank) {
    const columns = shape.stored.map((property) => [property.name, toDriverValue(property, emptyValue(property))] as const)
    const row = createFastObject([...shape.columns.map((name) => [name, null] as const), ...columns]) as RecordRow
    blank = {
      row,
      values: createFastObject(
        Object.entries(presentRecord(shape.persisted, row, new Texts(), noLanguages)),
      ) as LoadedRecord['values'],
    }
    blankRecordCache.set(shape, blank)
  }
  return { id, revision: 0, ...blank }
}

/** Applies the changed fields to a record without texts. All other fields stay as they were read. */
function applyChangedFields({ stored }: EntityLayout, { record, changed }: Draft, existing: LoadedRecord): LoadedRecord {
  const { id, revision: before } = existing
  const revision = before + 1
  const row: { [column: string]: SqlValue } & { id: number; revision: number } = { ...existing.row, id, revision }
  const values: Record<string, unknown> & { id: number } = { ...existing.values, id }
  for (const property of stored) {
    const { name } = property
    if (!changed.has(name)) continue
    row[name] = toDriverValue(property, record[name])
    values[name] = presentValue(property, row[name])
  }
  return { id, revision, row, values }
}
