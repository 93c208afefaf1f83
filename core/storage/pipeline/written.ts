// Builds the record that a read would return after a write, from the stored values. Saves a query for the response.
import { createFastObject } from '../../foundation/fast-object.js'
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'
import type { RecordRow, SqlValue } from '../database/statement.js'
import { emptyRow, type EntityLayout } from '../record/layout.js'
import type { Reading } from '../record/held.js'
import type { LoadedRecord } from '../record/load.js'
import { languageChain, presentRecord, presentValue } from '../record/present.js'
import type { RecordResult } from '../record/results.js'
import { Texts } from '../record/strings.js'
import { emptyValue, toColumn } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

/**
 * Null if the write stored more than the draft: child lists, effects of `afterStore`, and store records, which can change the
 * active languages. The caller must then read the record.
 */
export function writtenRecord(task: WriteTask, draft: Draft, id: number): RecordResult | null {
  const { entity, shape, snapshot, language, context } = task
  if (entity.afterStore || draft.children.size > 0 || entity.topic === 'store') return null
  const row = writtenRow(shape, draft, id)
  const texts = textsOf(draft)
  const languages = { tags: languageChain(language, snapshot.languages), flat: snapshot.languages }
  return {
    entity: entity.name,
    id,
    record: presentRecord(shape.readable, row, texts, languages, context.registry),
    revision: row.revision,
  }
}

function textsOf({ record }: Draft): Pick<Texts, 'exact' | 'plain'> {
  const exact = (_id: number, field: string, tag: string): string => String(record[flatKey(field, tag)] ?? '')
  return {
    exact,
    plain: (id, field, tags) => {
      const tag = tags.find((one) => exact(id, field, one) !== '')
      return tag === undefined ? '' : exact(id, field, tag)
    },
  }
}

const textless = { tags: [], flat: [] }

/** The row that a read of its columns would return. */
function writtenRow(shape: EntityLayout, { existing, record, changed }: Draft, id: number): RecordRow {
  const { stored } = shape
  const revision = existing ? existing.revision + 1 : 1
  const row: { [column: string]: SqlValue } & { readonly id: number; readonly revision: number } = {
    ...emptyRow(shape),
    id,
    revision,
  }
  for (const property of stored) {
    const { name } = property
    row[name] = existing && !changed.has(name) ? (existing.row[name] ?? null) : columnValue(property, record[name])
  }
  return row
}

/** In the format of the database driver: integers beyond 2^53 as text. */
function columnValue(property: Property, value: unknown): SqlValue {
  const stored = toColumn(property, value)
  return typeof stored === 'bigint' ? String(stored) : stored
}

/** The record as it would be read after the field's column gets the value. */
export const withColumn =
  (property: Property, value: unknown) =>
  (record: LoadedRecord): LoadedRecord => {
    const stored = columnValue(property, value)
    const [row, values] = [{ ...record.row }, { ...record.values }] as [Record<string, SqlValue>, Record<string, unknown>]
    row[property.name] = stored
    values[property.name] = presentValue(property, stored)
    return { ...record, row: row as RecordRow, values: values as LoadedRecord['values'] }
  }

/** The record as core would read it again in the same unit, without texts. */
export function writtenForCore({ shape }: WriteTask, draft: Draft, id: number): LoadedRecord {
  const { existing } = draft
  if (existing === null) return changedForCore(shape, draft, blankOf(shape, draft.started ?? null, id))
  if (shape.translatable.length === 0) return changedForCore(shape, draft, existing)
  const row = writtenRow(shape, draft, id)
  return { id, revision: row.revision, row, values: presentRecord(shape.kept, row, new Texts(), textless) }
}

/** Like `writtenForCore`, and with texts in the languages of the write. null for other languages. */
export const readingOf =
  (task: WriteTask, draft: Draft, id: number): Reading =>
  (languages) => {
    const record = writtenForCore(task, draft, id)
    if (languages.length === 0) return record
    const { shape, snapshot } = task
    if (languages !== snapshot.languages) return null
    const values: Record<string, unknown> & { id: number } = { ...record.values }
    const texts = textsOf(draft)
    for (const { name } of shape.translatable) {
      values[name] = texts.plain(id, name, languages)
      for (const tag of languages) values[flatKey(name, tag)] = texts.exact(id, name, tag)
    }
    return { ...record, values }
  }

const blanks = new WeakMap<object, Pick<LoadedRecord, 'row' | 'values'>>()

/**
 * A new record before its values are set. Shared, because most fields of most records stay empty. `started` is a record with its
 * defaults.
 */
function blankOf(shape: EntityLayout, started: NonNullable<Draft['started']> | null, id: number): LoadedRecord {
  let blank = blanks.get(started ?? shape)
  if (!blank) {
    const held = (property: Property): unknown => (started ? started[property.name] : emptyValue(property))
    const columns = shape.stored.map((property) => [property.name, columnValue(property, held(property))] as const)
    const row = createFastObject([...shape.columns.map((name) => [name, null] as const), ...columns]) as RecordRow
    blank = {
      row,
      values: createFastObject(Object.entries(presentRecord(shape.kept, row, new Texts(), textless))) as LoadedRecord['values'],
    }
    blanks.set(started ?? shape, blank)
  }
  return { id, revision: 0, ...blank }
}

/** Applies the changed fields to a record without texts. All other fields stay as they were read. */
function changedForCore({ stored }: EntityLayout, { record, changed }: Draft, existing: LoadedRecord): LoadedRecord {
  const { id, revision: before } = existing
  const revision = before + 1
  const row: { [column: string]: SqlValue } & { id: number; revision: number } = { ...existing.row, id, revision }
  const values: Record<string, unknown> & { id: number } = { ...existing.values, id }
  for (const property of stored) {
    const { name } = property
    if (!changed.has(name)) continue
    row[name] = columnValue(property, record[name])
    values[name] = presentValue(property, row[name])
  }
  return { id, revision, row, values }
}
