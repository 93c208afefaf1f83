// Whole records for core itself: every field with its sensitive ones, rows and texts by two statements however many there are.
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { quote } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import { inList, parameterList, portions, type RecordRow, type SqlParameter, type SqlValue } from '../database/statement.js'
import { presentRecord } from './present.js'
import { emptyRow, type EntityLayout, layoutOf } from './layout.js'
import type { WireRecord } from './results.js'
import { loadTexts, Texts } from './strings.js'

/** Texts at most that are read beside their record: beyond them the record's columns, sent with each, cost more than a statement. */
const mostJoined = 40

type TextRow = RecordRow &
  ({ readonly $field: null } | { readonly $field: string; readonly $tag: string; readonly $text: string })

const noTexts = new Texts()

/** Which records: those whose column holds one of the values. */
export interface Where {
  readonly column: string
  readonly values: readonly SqlParameter[]
  /** A select of the one value in its place, of which `values` are the parameters. */
  readonly of?: string
  readonly also?: Also | undefined
}

/** More columns of a record's `row`. */
export interface Also {
  /** Expressions with their names: `… AS owner`. */
  readonly columns: string
  /** Of the expressions, in order. */
  readonly params: readonly SqlParameter[]
}

/** A record of a declaration's properties; of an entity that was found by its name, whatever wire values it has. */
export type TypedRecord<P extends PropertyMap> = string extends keyof P ? WireRecord : RecordOf<{ readonly properties: P }>

export interface LoadedRecord<V = WireRecord> {
  readonly id: number
  readonly revision: number
  /** Column values as the database gave them. */
  readonly row: RecordRow
  /** Wire values of every stored property, rules and terms as stored; plain keys in the store default, else in another, flat keys of the given languages. */
  readonly values: V
}

/**
 * Records in id order, typed where the entity was found by its declaration. `languages` are the active ones, store default first; without any, no text is read.
 * `lock` is a locking clause of the dialect; it reaches the rows, and of a single record the texts as well.
 */
export function loadRecords<P extends PropertyMap>(
  on: Queryable,
  entity: Entity<P>,
  languages: readonly string[],
  where?: Where,
  lock?: string,
): Promise<readonly LoadedRecord<TypedRecord<P>>[]>
export async function loadRecords(
  on: Queryable,
  entity: Entity,
  languages: readonly string[],
  where?: Where,
  lock = '',
): Promise<readonly LoadedRecord[]> {
  const shape = layoutOf(entity)
  const translated = languages.length > 0 && shape.translatable.length > 0
  const present = (row: RecordRow, texts: Texts): LoadedRecord => loaded(shape, row, texts, languages)
  // While others wait for the lock, a trip to the server less is worth more than some columns that come along with each text.
  const isOne = where?.column === 'id' && where.values.length === 1
  if (lock !== '' && isOne && translated && shape.translatable.length * languages.length <= mostJoined) {
    const [row, ...more] = await on.query<TextRow>(withTexts(shape, where, lock), [
      ...(where.also?.params ?? []),
      entity.name,
      where.values[0]!,
    ])
    return row ? [present(row, textsOf([row, ...more]))] : []
  }
  const rows = where
    ? await rowsWhere(on, shape, where, lock)
    : await on.query<RecordRow>(`${shape.selectAll} ORDER BY id ${lock}`)
  if (!translated) return rows.map((row) => present(row, noTexts))
  const ids = rows.map((row) => row.id)
  const texts = await loadTexts(on, entity.name, ids, {})
  return rows.map((row) => present(row, texts))
}

/** The record of a row as core itself works with it. */
function loaded<V = WireRecord>(
  shape: EntityLayout,
  row: RecordRow,
  texts: Texts,
  languages: readonly string[],
): LoadedRecord<V> {
  // Of the properties that the layout's entity declares.
  const values = presentRecord(shape.kept, row, texts, { tags: languages, flat: languages }) as V
  return { id: row.id, revision: row.revision, row, values }
}

/** Records that are read beside others, by the same statement. */
export interface Join<E> {
  readonly entity: E
  /** A column: of the others, which name one of these by it, or of these, which are parts of the others. */
  readonly via: string
  readonly isPart: boolean
}

/** Those that the records name by a column of theirs. */
export const namedBy = <E>(via: string, entity: E): Join<E> => ({ entity, via, isPart: false })

/** Those that name the records by a column of their own. */
export const partsBy = <E>(via: string, entity: E): Join<E> => ({ entity, via, isPart: true })

/** A record with those that were read beside it, in the order of the joins. */
export interface JoinedRecord {
  readonly record: LoadedRecord
  readonly beside: readonly (readonly LoadedRecord[])[]
}

type WideRow = Readonly<Record<string, SqlValue>>

/** Records in id order by the one value of a column, without texts, with those of the joins in id order: by one statement. `lock` reaches all of them. */
export async function loadJoined(
  on: Queryable,
  entity: Entity,
  joins: readonly Join<Entity>[],
  { column, values, of, also }: Where,
  lock = '',
): Promise<readonly JoinedRecord[]> {
  const own = layoutOf(entity)
  const shapes = joins.map((join) => layoutOf(join.entity))
  const sql = joinedSelect(own, joins, { column, of, also, lock })
  const rows = await on.query<WideRow>(sql, [...(also?.params ?? []), ...values])
  const found = new Map<SqlValue, { readonly record: LoadedRecord; readonly beside: Map<SqlValue, LoadedRecord>[] }>()
  for (const row of rows) {
    const id = row['id']!
    let one = found.get(id)
    if (!one) {
      const record = loaded(own, also === undefined ? rowOf(own, row, '') : (row as RecordRow), noTexts, [])
      one = { record, beside: shapes.map(() => new Map()) }
      found.set(id, one)
    }
    for (const [index, shape] of shapes.entries()) {
      const prefix = prefixOf(index)
      const besideId = row[`${prefix}id`]!
      const beside = one.beside[index]!
      if (besideId !== null && !beside.has(besideId)) beside.set(besideId, loaded(shape, rowOf(shape, row, prefix), noTexts, []))
    }
  }
  return [...found.values()].map(({ record, beside }) => ({ record, beside: beside.map((some) => [...some.values()]) }))
}

/** No property's name has a dollar sign. */
const prefixOf = (index: number): string => '$'.repeat(index + 1)

/** The part of a joined row that is one record's own, under its own names. */
function rowOf(shape: EntityLayout, row: WideRow, prefix: string): RecordRow {
  const own: Record<string, SqlValue> = { ...emptyRow(shape) }
  for (const name of shape.columns) own[name] = row[prefix + name]!
  return own as RecordRow
}

const joinedSelects = new WeakMap<EntityLayout, Map<string, string>>()

/** One text for all that ask for the same, as by `selectBy`. */
function joinedSelect(
  own: EntityLayout,
  joins: readonly Join<Entity>[],
  { column, of, also, lock }: Pick<Where, 'also' | 'column' | 'of'> & { readonly lock: string },
): string {
  const made = joinedSelects.get(own) ?? new Map<string, string>()
  joinedSelects.set(own, made)
  const key = `${joins.map(({ entity, via }) => `${entity.table}.${via}`).join(' ')} ${column} ${of ?? ''} ${also?.columns ?? ''} ${lock}`
  const known = made.get(key)
  if (known !== undefined) return known
  const columns = own.columns.map((name) => `a.${quote(name)}`)
  const tables = [`${own.table} a`]
  const order = ['a.id']
  for (const [index, { entity, via, isPart }] of joins.entries()) {
    const shape = layoutOf(entity)
    const alias = `b${index}`
    columns.push(...shape.columns.map((name) => `${alias}.${quote(name)} AS \`${prefixOf(index)}${name}\``))
    const by = isPart ? `${alias}.${quote(via)} = a.id` : `${alias}.id = a.${quote(via)}`
    tables.push(`LEFT JOIN ${shape.table} ${alias} ON ${by}`)
    if (isPart) order.push(`${alias}.id`)
  }
  const select = `SELECT ${[...columns, ...(also ? [also.columns] : [])].join(', ')} FROM ${tables.join(' ')}`
  const sql = `${select} WHERE a.${quote(column)} = ${of === undefined ? '?' : `(${of})`} ORDER BY ${order.join(', ')} ${lock}`
  made.set(key, sql)
  return sql
}

const withAlso = (select: string, also: Also | undefined): string =>
  also === undefined ? select : select.replace(' FROM ', () => `, ${also.columns} FROM `)

const withTexts = ({ selectWithTexts, table }: EntityLayout, { also }: Where, lock: string): string =>
  `${withAlso(selectWithTexts, also)} WHERE ${table}.id = ? ${lock}`

function textsOf(rows: readonly TextRow[]): Texts {
  const texts = new Texts()
  for (const { id, $field, $tag, $text } of rows) if ($field !== null) texts.set(id, $field, $tag, $text)
  return texts
}

async function rowsWhere(
  on: Queryable,
  shape: EntityLayout,
  { column, values, of, also }: Where,
  lock: string,
): Promise<RecordRow[]> {
  if (values.length === 0) return []
  const first = also?.params ?? []
  if (values.length === 1) return on.query<RecordRow>(selectBy(shape, column, { lock, of, also }), [...first, ...values])
  const parts: RecordRow[][] = []
  const select = withAlso(shape.selectAll, also)
  for (const some of portions(values)) {
    const list = inList(some)
    const sql = `${select} WHERE ${quote(column)} IN ${list.sql} ORDER BY id ${lock}`
    parts.push(await on.query<RecordRow>(sql, [...first, ...list.params]))
  }
  return parts.length === 1 ? parts[0]! : parts.flat().sort((a, b) => a.id - b.id)
}

const selects = new WeakMap<EntityLayout, Map<string, string>>()

/** The select of the records whose column holds one value: what is asked for most is the same text each time, not one that is made anew. */
function selectBy(
  shape: EntityLayout,
  column: string,
  { lock, of, also }: { readonly lock: string; readonly of: string | undefined; readonly also: Also | undefined },
): string {
  const known = selects.get(shape) ?? new Map<string, string>()
  selects.set(shape, known)
  const key = `${column} ${lock} ${of ?? ''} ${also?.columns ?? ''}`
  // By `IN` the server would make a join of it, and lock the other table's row first.
  const which = of === undefined ? `IN ${parameterList(1)}` : `= (${of})`
  const sql = known.get(key) ?? `${withAlso(shape.selectAll, also)} WHERE ${quote(column)} ${which} ORDER BY id ${lock}`
  known.set(key, sql)
  return sql
}
