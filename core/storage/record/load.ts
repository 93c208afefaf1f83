// Loads whole records for core, including sensitive fields: one query for the rows and one for their texts.
import { Turn } from '../../foundation/long-work.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Operation } from '../../foundation/access.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import {
  quoteName,
  type Queryable,
  toInList,
  toParameterList,
  splitIntoPortions,
  type RecordRow,
  type SqlParameter,
  type SqlValue,
} from '../database/dialect.js'
import { presentRecord, loadTexts, Texts, getEmptyRow, type EntityLayout, getLayout } from './present.js'
import type { WireRecord } from './results.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { listAlternatives, suggestName, createLabel, createMessage, type Message } from '../../foundation/message.js'

/**
 * The maximum number of texts joined to their record. The record's columns come with each text, so a second query is cheaper
 * beyond that.
 */
const maximumJoinedTexts = 40

type TextRow = RecordRow &
  ({ readonly $field: null } | { readonly $field: string; readonly $tag: string; readonly $text: string })

const noTexts = new Texts()

/** Selects the records whose column has one of the values. */
export interface ColumnCondition {
  readonly column: string
  readonly values: readonly SqlParameter[]
  /** A subquery that returns the one value. `values` are its parameters. */
  readonly of?: string
  readonly also?: AdditionalColumns | undefined
}

/** Additional columns of a record's `row`. */
export interface AdditionalColumns {
  /** SQL expressions with aliases: `… AS owner`. */
  readonly columns: string
  /** The parameters of the expressions, in order. */
  readonly params: readonly SqlParameter[]
}

/** A record with the declared properties. For an entity found by name, any wire record. */
export type TypedRecord<P extends PropertyMap> = string extends keyof P ? WireRecord : RecordOf<{ readonly properties: P }>

export interface LoadedRecord<V = WireRecord> {
  readonly id: number
  readonly revision: number
  /** Column values as the database returned them. */
  readonly row: RecordRow
  /** Wire values, with rules and terms as stored. Plain keys are in the store default or a fallback, flat keys in the given languages. */
  readonly values: V
}

/** Entries of a list that takes several milliseconds to copy or check. */
const longList = 10_000
/** Characters of a text that takes several milliseconds to parse. */
const longText = 500_000

/** True if other requests should run between two steps of processing these values. */
export function hasLongValue(values: Readonly<Record<string, unknown>>): boolean {
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value) ? value.length > longList : typeof value === 'string' && value.length > longText) return true
  }
  return false
}

/**
 * Records in id order, typed if the caller passes the entity's declaration. `languages` are the active ones, with the store
 * default first. Without languages, no texts are read. `lock` is a locking clause of the dialect. It locks the rows, and the
 * texts of a single record.
 */
export function loadRecords<P extends PropertyMap>(
  on: Queryable,
  entity: Entity<P>,
  languages: readonly string[],
  where?: ColumnCondition,
  lock?: string,
): Promise<readonly LoadedRecord<TypedRecord<P>>[]>
export async function loadRecords(
  on: Queryable,
  entity: Entity,
  languages: readonly string[],
  condition?: ColumnCondition,
  lock = '',
): Promise<readonly LoadedRecord[]> {
  const shape = getLayout(entity)
  const translated = languages.length > 0 && shape.translatable.length > 0
  const present = (row: RecordRow, texts: Texts): LoadedRecord => toLoadedRecord(shape, row, texts, languages)
  // While others wait for the lock, one query less is worth the repeated columns.
  const isSingle = condition?.column === 'id' && condition.values.length === 1
  if (lock !== '' && isSingle && translated && shape.translatable.length * languages.length <= maximumJoinedTexts) {
    const [row, ...more] = await on.query<TextRow>(formatSelectWithTexts(shape, condition, lock), [
      ...(condition.also?.params ?? []),
      entity.name,
      condition.values[0]!,
    ])
    return row ? [present(row, collectTexts([row, ...more]))] : []
  }
  const rows = condition
    ? await selectRowsWhere(on, shape, condition, lock)
    : await on.query<RecordRow>(`${shape.selectAll} ORDER BY id ${lock}`)
  const texts = translated
    ? await loadTexts(
        on,
        entity.name,
        rows.map(({ id }) => id),
        {},
      )
    : noTexts
  const [first] = rows
  if (first !== undefined && rows.length === 1 && !hasLongValue(first)) return [present(first, texts)]
  const records: LoadedRecord[] = []
  const turn = new Turn()
  // The driver returns the rows of a large table in one step.
  if (rows.some(hasLongValue)) await turn.pause()
  for (const row of rows) {
    if (turn.isOver) await turn.pause()
    records.push(present(row, texts))
  }
  return records
}

/** The record of a row in core's internal form. */
function toLoadedRecord<V = WireRecord>(
  shape: EntityLayout,
  row: RecordRow,
  texts: Texts,
  languages: readonly string[],
): LoadedRecord<V> {
  // The row has the properties of the layout's entity.
  const values = presentRecord(shape.persisted, row, texts, { tags: languages, flat: languages }) as V
  return { id: row.id, revision: row.revision, row, values }
}

/** Records to read together with others in the same query. */
export interface RecordJoin<E> {
  readonly entity: E
  /** A foreign key column: of the main record, or with `isPart` of the joined record. */
  readonly via: string
  readonly isPart: boolean
}

/** Joins the records that the main record refers to by its column. */
export const joinReferencedRecords = <E>(via: string, entity: E): RecordJoin<E> => ({ entity, via, isPart: false })

/** Joins the records that refer to the main record by their column. */
export const joinPartRecords = <E>(via: string, entity: E): RecordJoin<E> => ({ entity, via, isPart: true })

/** A record with its joined records, in the order of the joins. */
export interface JoinedRecord {
  readonly record: LoadedRecord
  readonly joinedRecords: readonly (readonly LoadedRecord[])[]
}

type JoinedRow = Readonly<Record<string, SqlValue>>

/**
 * Records in id order by the one value of a column, without texts, with their joined records in id order, by one query. `lock`
 * locks the joined records too.
 */
export async function loadJoined(
  on: Queryable,
  entity: Entity,
  joins: readonly RecordJoin<Entity>[],
  { column, values, of, also }: ColumnCondition,
  lock = '',
): Promise<readonly JoinedRecord[]> {
  const own = getLayout(entity)
  const shapes = joins.map((join) => getLayout(join.entity))
  const sql = formatJoinedSelect(own, joins, { column, of, also, lock })
  const rows = await on.query<JoinedRow>(sql, [...(also?.params ?? []), ...values])
  const entriesById = new Map<SqlValue, { readonly record: LoadedRecord; readonly beside: Map<SqlValue, LoadedRecord>[] }>()
  for (const row of rows) {
    const id = row['id']!
    let entry = entriesById.get(id)
    if (!entry) {
      const record = toLoadedRecord(own, also === undefined ? extractRow(own, row, '') : (row as RecordRow), noTexts, [])
      entry = { record, beside: shapes.map(() => new Map()) }
      entriesById.set(id, entry)
    }
    for (const [index, shape] of shapes.entries()) {
      const prefix = toColumnPrefix(index)
      const joinedId = row[`${prefix}id`]!
      const joinedById = entry.beside[index]!
      if (joinedId !== null && !joinedById.has(joinedId))
        joinedById.set(joinedId, toLoadedRecord(shape, extractRow(shape, row, prefix), noTexts, []))
    }
  }
  return [...entriesById.values()].map(({ record, beside: joinedMaps }) => ({
    record,
    joinedRecords: joinedMaps.map((recordsById) => [...recordsById.values()]),
  }))
}

/** Property names contain no dollar sign. */
const toColumnPrefix = (index: number): string => '$'.repeat(index + 1)

/** The columns of one record in a joined row, without the prefix. */
function extractRow(shape: EntityLayout, row: JoinedRow, prefix: string): RecordRow {
  const own: Record<string, SqlValue> = { ...getEmptyRow(shape) }
  for (const name of shape.columns) own[name] = row[prefix + name]!
  return own as RecordRow
}

const joinedSelectCache = new WeakMap<EntityLayout, Map<string, string>>()

/** Cached, so equal queries have the same text, as in `formatSelect`. */
function formatJoinedSelect(
  own: EntityLayout,
  joins: readonly RecordJoin<Entity>[],
  { column, of, also, lock }: Pick<ColumnCondition, 'also' | 'column' | 'of'> & { readonly lock: string },
): string {
  const sqlByKey = joinedSelectCache.get(own) ?? new Map<string, string>()
  joinedSelectCache.set(own, sqlByKey)
  const key = `${joins.map(({ entity, via }) => `${entity.table}.${via}`).join(' ')} ${column} ${of ?? ''} ${also?.columns ?? ''} ${lock}`
  const cachedSql = sqlByKey.get(key)
  if (cachedSql !== undefined) return cachedSql
  const columns = own.columns.map((name) => `a.${quoteName(name)}`)
  const tables = [`${own.table} a`]
  const order = ['a.id']
  for (const [index, { entity, via, isPart }] of joins.entries()) {
    const shape = getLayout(entity)
    const alias = `b${index}`
    columns.push(...shape.columns.map((name) => `${alias}.${quoteName(name)} AS \`${toColumnPrefix(index)}${name}\``))
    const by = isPart ? `${alias}.${quoteName(via)} = a.id` : `${alias}.id = a.${quoteName(via)}`
    tables.push(`LEFT JOIN ${shape.table} ${alias} ON ${by}`)
    if (isPart) order.push(`${alias}.id`)
  }
  const select = `SELECT ${[...columns, ...(also ? [also.columns] : [])].join(', ')} FROM ${tables.join(' ')}`
  const sql = `${select} WHERE a.${quoteName(column)} = ${of === undefined ? '?' : `(${of})`} ORDER BY ${order.join(', ')} ${lock}`
  sqlByKey.set(key, sql)
  return sql
}

const addColumns = (select: string, also: AdditionalColumns | undefined): string =>
  also === undefined ? select : select.replace(' FROM ', () => `, ${also.columns} FROM `)

const formatSelectWithTexts = ({ selectWithTexts, table }: EntityLayout, { also }: ColumnCondition, lock: string): string =>
  `${addColumns(selectWithTexts, also)} WHERE ${table}.id = ? ${lock}`

function collectTexts(rows: readonly TextRow[]): Texts {
  const texts = new Texts()
  for (const { id, $field, $tag, $text } of rows) if ($field !== null) texts.set(id, $field, $tag, $text)
  return texts
}

async function selectRowsWhere(
  on: Queryable,
  shape: EntityLayout,
  { column, values, of, also }: ColumnCondition,
  lock: string,
): Promise<RecordRow[]> {
  if (values.length === 0) return []
  const first = also?.params ?? []
  if (values.length === 1) return on.query<RecordRow>(formatSelect(shape, column, { lock, of, also }), [...first, ...values])
  const parts: RecordRow[][] = []
  const select = addColumns(shape.selectAll, also)
  for (const portion of splitIntoPortions(values)) {
    const list = toInList(portion)
    const sql = `${select} WHERE ${quoteName(column)} IN ${list.sql} ORDER BY id ${lock}`
    parts.push(await on.query<RecordRow>(sql, [...first, ...list.params]))
  }
  return parts.length === 1 ? parts[0]! : parts.flat().sort((a, b) => a.id - b.id)
}

const selectCache = new WeakMap<EntityLayout, Map<string, string>>()

/** The select by one value of a column. Cached, so frequent queries are not rebuilt. */
function formatSelect(
  shape: EntityLayout,
  column: string,
  { lock, of, also }: { readonly lock: string; readonly of: string | undefined; readonly also: AdditionalColumns | undefined },
): string {
  const sqlByKey = selectCache.get(shape) ?? new Map<string, string>()
  selectCache.set(shape, sqlByKey)
  const key = `${column} ${lock} ${of ?? ''} ${also?.columns ?? ''}`
  // With `IN`, MySQL would build a join and lock the other table's row first.
  const which = of === undefined ? `IN ${toParameterList(1)}` : `= (${of})`
  const sql = sqlByKey.get(key) ?? `${addColumns(shape.selectAll, also)} WHERE ${quoteName(column)} ${which} ORDER BY id ${lock}`
  sqlByKey.set(key, sql)
  return sql
}

export function createMissingRecordError(entity: Entity, id: unknown): NotFoundError {
  return new NotFoundError(
    createMessage('errors.noRecordWithId', { entity: createLabel('entity', entity.label), id: String(id).slice(0, 40) }),
  )
}

/** Returns the tag, or the default language of the store. Throws VALIDATION_FAILED if the language is not active. */
export function requireActiveLanguage(languages: readonly string[], tag: string | undefined, field = 'language'): string {
  if (tag === undefined) return languages[0]!
  if (languages.includes(tag)) return tag
  const hint = suggestName(tag, languages) || createMessage('errors.activeLanguages', { languages: listAlternatives(languages) })
  throw ValidationError.of(field, createMessage('errors.inactiveLanguage', { tag: tag.slice(0, 40), hint }), 'UNKNOWN_LANGUAGE')
}

/** Throws if the entity does not support the operation. The message lists the supported ones. */
export function requireOperation(entity: Entity, operation: Operation): void {
  if (entity.operations.includes(operation)) return
  throw new ValidationError(
    [],
    createMessage('errors.operationWithheld', {
      operation,
      entity: createLabel('entity', entity.name),
      operations: entity.operations,
    }),
  )
}

/** Throws PRECONDITION_FAILED if the caller's revision is not the current one. */
export function requireRevision(entity: Entity, id: number, expected: number | undefined, present: number): void {
  if (expected === undefined || expected === present) return
  throw new ServiceError('PRECONDITION_FAILED', createConflictMessage(entity, id))
}

export function createConflictMessage({ label }: Entity, id: number): Message {
  return createMessage('errors.recordChanged', { entity: createLabel('entity', label), id })
}

/**
 * A value that several callers load together. A load outside of units can wait for a connection, or for the writer's turn on SQLite,
 * that a unit holds. A unit that waited for such a load would wait for itself, so it must load the value again.
 */
export class SharedLoad<V> {
  readonly value: Promise<V>
  private isLoaded = false
  private readonly runsInUnit: boolean

  /** @param on what `load` reads through */
  constructor(load: () => Promise<V>, on: Queryable | undefined) {
    this.runsInUnit = on?.isUnit === true
    this.value = load()
    this.value.then(
      () => (this.isLoaded = true),
      () => undefined,
    )
  }

  /** False for a unit while the load runs outside of units. */
  isAwaitable(on: Queryable | undefined): boolean {
    return this.isLoaded || this.runsInUnit || on?.isUnit !== true
  }
}
