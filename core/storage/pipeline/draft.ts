// A write on its way through the five steps: its scope, task and draft, and the record that a read returns afterwards.
import { createIssue, type Issue } from '../../foundation/errors.js'
import { getMessage } from '../../foundation/message.js'
import type { Refusal, Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Context, WriteOptions } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { LoadedRecord } from '../record/load.js'
import {
  type EntityLayout,
  getEmptyRow,
  getFlatKeys,
  emptyValue,
  toColumnValue,
  getLanguageChain,
  presentRecord,
  presentValue,
  Texts,
} from '../record/present.js'
import type { Snapshot } from '../record/snapshot.js'
import { createFastObject } from '../../foundation/json.js'
import { flatKey } from '../../foundation/language.js'
import type { RecordRow, SqlValue } from '../database/dialect.js'
import type { RecordReader } from '../unit-of-work/identity-map.js'
import type { RecordResult } from '../record/results.js'

/** The context, transaction and snapshot of a write or a delete. */
export interface PipelineScope {
  /** True for a write of the service itself. Default: input of a caller. */
  readonly internal?: boolean | undefined
  readonly context: Context
  readonly u: Unit
  readonly snapshot: Snapshot
  /** Owners that this write has looked up, by lookup key. The lock and the version counter need the same owner. */
  readonly owners?: Map<string, number>
  /** The keys of `owners` that this write has locked. */
  readonly locked?: Set<string>
}

export interface WriteTask extends PipelineScope {
  readonly entity: Entity
  readonly shape: EntityLayout
  readonly options: WriteOptions
  /** The language of the plain keys of translatable fields. */
  readonly language: string
  /** True if nothing is stored. Referenced records then need no lock. */
  readonly isTrial?: boolean
}

export interface Draft {
  /** null on insert. */
  readonly existing: LoadedRecord | null
  /** Wire values by property name, texts by flat key: existing values, sent values and defaults. */
  readonly record: Record<string, unknown>
  /** The keys that the caller sent. Plain keys of translatable fields appear as flat keys. */
  readonly sent: Pick<ReadonlySet<string>, 'has'>
  /** Keys with new values, which need validation: sent, derived or default. */
  readonly changed: Set<string>
  /** Keys of `changed` that have a declared default. */
  readonly defaulted: Set<string>
  /** For imports: the id of a new record. */
  readonly newId: number | undefined
  /** The sent child lists, by property name. */
  readonly children: ReadonlyMap<string, unknown>
  readonly issues: Issue[]
}

/** Turns a kind's refusal into an issue of the record. Appends the path inside a structured value to the field's name. */
export function toIssue(field: string, refusal: Refusal): Issue {
  const { path = '', code } = refusal
  const rest = path === '' || path.startsWith('[') ? path : `.${path}`
  return createIssue(field + rest, getMessage(refusal), code)
}

/** True if an existing record gets another owner. */
export function hasNewOwner({ owners }: EntityLayout, { existing, record, changed }: Draft): boolean {
  if (existing === null) return false
  return owners.some(({ property }) => changed.has(property) && record[property] !== existing.values[property])
}

/** Step two of five: decides whether the record is new. */
export function isInsert(draft: Draft): boolean {
  return draft.existing === null
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
export const createRecordReader =
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
