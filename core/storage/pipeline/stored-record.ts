// Builds the record that a read would return after a write, from the stored values. Saves a query for the response.
import { createFastObject } from '../../foundation/json.js'
import { flatKey } from '../../foundation/language.js'
import type { Property } from '../../foundation/property/kind.js'
import type { RecordRow, SqlValue } from '../database/statement.js'
import { getEmptyRow, type EntityLayout, emptyValue, toColumnValue } from '../record/layout.js'
import type { RecordReader } from '../unit-of-work/identity-map.js'
import type { LoadedRecord } from '../record/load.js'
import { getLanguageChain, presentRecord, presentValue } from '../record/present.js'
import type { RecordResult } from '../record/results.js'
import { RecordTexts } from '../record/texts.js'
import type { Draft, WriteTask } from './draft.js'

/**
 * Null if the write stored more than the draft: child lists, effects of `afterStore`, and store records, which can change the
 * active languages. The caller must then read the record.
 */
export function toRecordResult(task: WriteTask, draft: Draft, id: number): RecordResult | null {
  const { entity, shape, snapshot, language, context } = task
  if (entity.afterStore || draft.children.size > 0 || entity.topic === 'store') return null
  const row = toStoredRow(shape, draft, id)
  const texts = createDraftTexts(draft)
  const languages = { tags: getLanguageChain(language, snapshot.languages), flat: snapshot.languages }
  return {
    entity: entity.name,
    id,
    record: presentRecord(shape.readable, row, texts, languages, context.registry),
    revision: row.revision,
  }
}

function createDraftTexts({ record }: Draft): Pick<RecordTexts, 'exact' | 'plain'> {
  const exact = (_id: number, field: string, tag: string): string => String(record[flatKey(field, tag)] ?? '')
  return {
    exact,
    plain: (id, field, tags) => {
      const tag = tags.find((language) => exact(id, field, language) !== '')
      return tag === undefined ? '' : exact(id, field, tag)
    },
  }
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
export function buildLoadedRecord({ shape }: WriteTask, draft: Draft, id: number): LoadedRecord {
  const { existing } = draft
  if (existing === null) return applyChangedFields(shape, draft, getBlankRecord(shape, id))
  if (shape.translatable.length === 0) return applyChangedFields(shape, draft, existing)
  const row = toStoredRow(shape, draft, id)
  return { id, revision: row.revision, row, values: presentRecord(shape.persisted, row, new RecordTexts(), noLanguages) }
}

/** Like `buildLoadedRecord`, and with texts in the languages of the write. null for other languages. */
export const createRecordReader =
  (task: WriteTask, draft: Draft, id: number): RecordReader =>
  (languages) => {
    const record = buildLoadedRecord(task, draft, id)
    if (languages.length === 0) return record
    const { shape, snapshot } = task
    if (languages !== snapshot.languages) return null
    const values: Record<string, unknown> & { id: number } = { ...record.values }
    const texts = createDraftTexts(draft)
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
        Object.entries(presentRecord(shape.persisted, row, new RecordTexts(), noLanguages)),
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
