// Identity map of a transaction: records that it has locked or written. No other transaction can change them before it ends.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import {
  type RecordJoin,
  type JoinedRecord,
  type LoadedRecord,
  loadJoined,
  loadRecords,
  type TypedRecord,
  type ColumnCondition,
} from './load.js'

/** The maximum number of cached records per table. For further records, only their existence is known. */
const maximumRecords = 200

/** Returns the current record, with texts in the languages if there are any. null if it is not known. */
export type RecordReader = (languages: readonly string[]) => LoadedRecord | null

type Values = Readonly<Record<string, unknown>>

const noLanguages: readonly string[] = []

interface TableEntries {
  /** The value of `Unit.changes` of the table for which the entry is valid. */
  changes: number
  /** By id. null if only the existence of the record is known. */
  readonly rows: Map<SqlParameter, RecordReader | null>
  /** The initial values of records that the unit created. */
  readonly made: Map<number, Values>
}

const createEntriesByTable = () => new Map<string, TableEntries>()

/** The entry of the table. Starts empty after any other statement has changed the table. */
function getTableEntries(u: Unit, { table: name }: Entity): TableEntries {
  const entriesByTable = u.memoize(createEntriesByTable)
  const changes = u.changes(name)
  const table = entriesByTable.get(name)
  if (table?.changes === changes) return table
  const fresh = { changes, rows: new Map<SqlParameter, RecordReader | null>(), made: new Map<number, Values>() }
  entriesByTable.set(name, fresh)
  return fresh
}

/** Notes that the unit has locked or written the record. */
export function addLockedRecord(u: Unit, entity: Entity, id: number, reading: RecordReader | null = null): void {
  const { rows } = getTableEntries(u, entity)
  const reader = reading && rows.size < maximumRecords ? memoizeReader(reading) : null
  if (reader !== null || !rows.has(id)) rows.set(id, reader)
}

/** Notes a locked record that was read without texts. */
const addReadRecord = (u: Unit, entity: Entity, record: LoadedRecord): void =>
  addLockedRecord(u, entity, record.id, (languages) => (languages.length === 0 ? record : null))

/** Notes records that the unit has just created. There can be thousands. */
export function addCreatedRecords<T extends { readonly id: number }>(
  u: Unit,
  entity: Entity,
  records: readonly T[],
  { values, reading }: { readonly values: (one: T) => Values; readonly reading: (one: T) => RecordReader },
): void {
  const { rows } = getTableEntries(u, entity)
  for (const record of records) {
    if (rows.size < maximumRecords) addCreatedRecord(u, entity, record.id, values(record), reading(record))
    else if (!rows.has(record.id)) rows.set(record.id, null)
  }
}

/** Notes a record that the unit has just created, with its values. */
export function addCreatedRecord(u: Unit, entity: Entity, id: number, values: Values, reading: RecordReader): void {
  const { rows, made: created } = getTableEntries(u, entity)
  if (rows.size < maximumRecords) {
    created.set(id, values)
    rows.set(id, memoizeReader(reading))
  } else if (!rows.has(id)) rows.set(id, null)
}

/** Memoizes the reading by languages. */
function memoizeReader(reading: RecordReader): RecordReader {
  let recordsByLanguages: Map<readonly string[], LoadedRecord | null> | undefined
  return (languages) => {
    recordsByLanguages ??= new Map()
    const readLanguages = languages.length === 0 ? noLanguages : languages
    let record = recordsByLanguages.get(readLanguages)
    if (record === undefined) recordsByLanguages.set(readLanguages, (record = reading(readLanguages)))
    return record
  }
}

/**
 * The created records whose field had the value, in id order. `count` is the number of all records that the unit created. null
 * if the map lacks one of the records or its current state.
 */
export function findCreatedRecords(
  u: Unit,
  entity: Entity,
  count: number,
  [field, value]: readonly [string, unknown],
  languages: readonly string[],
): readonly LoadedRecord[] | null {
  const { rows, made: created } = getTableEntries(u, entity)
  if (created.size !== count) return null
  const records: LoadedRecord[] = []
  for (const [id, values] of created) {
    if (values[field] !== value) continue
    const record = rows.get(id)?.(languages)
    if (!record) return null
    records.push(record)
  }
  return records.sort((a, b) => a.id - b.id)
}

/**
 * Returns a function that checks whether the record is known to exist until the unit ends or deletes it. Valid until the unit's
 * next statement on the table.
 */
export function createExistenceCheck(u: Unit, entity: Entity): (id: number) => boolean {
  const { rows } = getTableEntries(u, entity)
  return (id) => rows.has(id)
}

/** Runs a statement that changes only these rows. The entries of other rows stay valid. */
export function changeRows<T>(u: Unit, entity: Entity, ids: readonly number[], statement: () => Promise<T>): Promise<T> {
  const entries = getTableEntries(u, entity)
  const statementResult = statement()
  for (const id of ids) entries.rows.delete(id)
  entries.changes = u.changes(entity.table)
  return statementResult
}

/** Like `changeRows`, if the new state of each row is known. `changes` maps the previous record to the new one. */
export function changeRowsTo<T>(
  u: Unit,
  entity: Entity,
  changes: ReadonlyMap<number, (record: LoadedRecord) => LoadedRecord>,
  statement: () => Promise<T>,
): Promise<T> {
  const { rows } = getTableEntries(u, entity)
  const before = [...changes].map(([id, change]) => ({ id, change, reading: rows.get(id) }))
  const statementResult = changeRows(u, entity, [...changes.keys()], statement)
  for (const { id, change, reading } of before) {
    if (!reading) continue
    addLockedRecord(u, entity, id, (languages) => {
      const record = reading(languages)
      return record && change(record)
    })
  }
  return statementResult
}

/**
 * Records in id order, without texts if there are no languages. Records in the identity map need no query. `lock` is a locking
 * clause of the dialect, or null for a plain read. Locked records are added to the map.
 */
export function loadInTransaction<P extends PropertyMap>(
  u: Unit,
  entity: Entity<P>,
  where: ColumnCondition,
  lock: string | null,
  languages?: readonly string[],
): Promise<readonly LoadedRecord<TypedRecord<P>>[]>
export async function loadInTransaction(
  u: Unit,
  entity: Entity,
  condition: ColumnCondition,
  lock: string | null,
  languages = noLanguages,
): Promise<readonly LoadedRecord[]> {
  const isById = condition.column === 'id' && condition.also === undefined && condition.of === undefined
  const mappedRecords = isById ? findMappedRecords(u, entity, condition.values, languages) : []
  const values =
    mappedRecords.length === 0
      ? condition.values
      : condition.values.filter((id) => mappedRecords.every((record) => record.id !== id))
  if (mappedRecords.length > 0 && values.length === 0) return mappedRecords.sort((a, b) => a.id - b.id)
  const read = await loadRecords(u, entity, languages, { ...condition, values }, lock ?? '')
  if (lock !== null && languages.length === 0) for (const record of read) addReadRecord(u, entity, record)
  return mappedRecords.length === 0 ? read : [...mappedRecords, ...read].sort((a, b) => a.id - b.id)
}

function findMappedRecords(
  u: Unit,
  entity: Entity,
  ids: ColumnCondition['values'],
  languages: readonly string[],
): LoadedRecord[] {
  const { rows } = getTableEntries(u, entity)
  const mappedRecords: LoadedRecord[] = []
  for (const id of new Set(ids)) {
    const record = rows.get(id)?.(languages)
    if (record) mappedRecords.push(record)
  }
  return mappedRecords
}

/** Like `loadJoined`, with locks on the records and the joined ones. Adds them to the identity map. */
export async function loadJoinedInTransaction(
  u: Unit,
  entity: Entity,
  joins: readonly RecordJoin<Entity>[],
  condition: ColumnCondition,
  lock: string,
): Promise<readonly JoinedRecord[]> {
  const joined = await loadJoined(u, entity, joins, condition, lock)
  for (const { record, joinedRecords } of joined) {
    addReadRecord(u, entity, record)
    for (const [index, records] of joinedRecords.entries())
      for (const joinedRecord of records) addReadRecord(u, joins[index]!.entity, joinedRecord)
  }
  return joined
}
