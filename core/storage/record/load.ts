// Whole records for core itself: every field with its sensitive ones, rows and texts by two statements however many there are.
import type { PropertyMap } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { RecordOf } from '../../ground/property/typing.js'
import { quote } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import { inList, parameterList, portions, type RecordRow, type SqlParameter } from '../database/statement.js'
import { presentRecord } from './present.js'
import { type EntityLayout, layoutOf } from './layout.js'
import type { WireRecord } from './results.js'
import { loadTexts, Texts } from './strings.js'

/** Texts at most that are read beside their record: beyond them the record's columns, sent with each, cost more than a statement. */
const mostJoined = 40

type JoinedRow = RecordRow &
  ({ readonly $field: null } | { readonly $field: string; readonly $tag: string; readonly $text: string })

const noTexts = new Texts()

/** Which records: those whose column holds one of the values. */
export interface Where {
  readonly column: string
  readonly values: readonly SqlParameter[]
  /** A select of the one value in its place, of which `values` are the parameters. */
  readonly of?: string
  /** One more column of `row`: an expression with its name, `… AS owner`. */
  readonly also?: string
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
    const [row, ...more] = await on.query<JoinedRow>(joined(shape, where, lock), [entity.name, where.values[0]!])
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

type PairRow = Readonly<Record<string, unknown>>

/**
 * Records in id order by one column's value, without texts, each beside the one that its column `via` names, or null where that is
 * gone: both by one statement. `lock` reaches them both.
 */
export async function loadPairs<P extends PropertyMap, Q extends PropertyMap>(
  on: Queryable,
  [entity, other]: readonly [Entity<P>, Entity<Q>],
  via: string,
  { column, value }: { readonly column: string; readonly value: SqlParameter },
  lock = '',
): Promise<readonly (readonly [LoadedRecord<TypedRecord<P>>, LoadedRecord<TypedRecord<Q>> | null])[]> {
  const [own, named] = [layoutOf(entity), layoutOf(other)]
  const rows = await on.query<PairRow>(pairSelect(own, named, { via, column, lock }), [value])
  const present = <V>(shape: EntityLayout, row: PairRow, prefix: string): LoadedRecord<V> =>
    loaded(shape, rowOf(shape, row, prefix), noTexts, [])
  return rows.map((row) => {
    const second = row['$id'] === null ? null : present<TypedRecord<Q>>(named, row, '$')
    return [present<TypedRecord<P>>(own, row, ''), second] as const
  })
}

/** The part of a pair's row that is the record's own, under its own names. */
function rowOf({ columns }: EntityLayout, row: PairRow, prefix: string): RecordRow {
  const own: Record<string, unknown> = {}
  for (const name of columns) own[name] = row[prefix + name]
  return own as RecordRow
}

const pairSelects = new WeakMap<EntityLayout, Map<string, string>>()

/** The select of both records, the named one's columns with a dollar sign, which no property's name has; one text as by `selectBy`. */
function pairSelect(
  own: EntityLayout,
  named: EntityLayout,
  { via, column, lock }: { readonly via: string; readonly column: string; readonly lock: string },
): string {
  const made = pairSelects.get(own) ?? new Map<string, string>()
  pairSelects.set(own, made)
  const key = `${via} ${named.table} ${column} ${lock}`
  const known = made.get(key)
  if (known !== undefined) return known
  const firsts = own.columns.map((name) => `a.${quote(name)}`)
  const seconds = named.columns.map((name) => `b.${quote(name)} AS \`$${name}\``)
  const from = `${own.table} a LEFT JOIN ${named.table} b ON b.id = a.${quote(via)}`
  const which = `WHERE a.${quote(column)} = ? ORDER BY a.id ${lock}`
  const sql = `SELECT ${[...firsts, ...seconds].join(', ')} FROM ${from} ${which}`
  made.set(key, sql)
  return sql
}

const withAlso = (select: string, also: string | undefined): string =>
  also === undefined ? select : select.replace(' FROM ', `, ${also} FROM `)

const joined = ({ selectWithTexts, table }: EntityLayout, { also }: Where, lock: string): string =>
  `${withAlso(selectWithTexts, also)} WHERE ${table}.id = ? ${lock}`

function textsOf(rows: readonly JoinedRow[]): Texts {
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
  if (values.length === 1 && also === undefined) return on.query<RecordRow>(selectBy(shape, column, lock, of), values)
  const parts: RecordRow[][] = []
  const select = withAlso(shape.selectAll, also)
  for (const some of portions(values)) {
    const list = inList(some)
    const sql = `${select} WHERE ${quote(column)} IN ${list.sql} ORDER BY id ${lock}`
    parts.push(await on.query<RecordRow>(sql, list.params))
  }
  return parts.length === 1 ? parts[0]! : parts.flat().sort((a, b) => a.id - b.id)
}

const selects = new WeakMap<EntityLayout, Map<string, string>>()

/** The select of the records whose column holds one value: what is asked for most is the same text each time, not one that is made anew. */
function selectBy(shape: EntityLayout, column: string, lock: string, of?: string): string {
  const known = selects.get(shape) ?? new Map<string, string>()
  selects.set(shape, known)
  const key = `${column} ${lock} ${of ?? ''}`
  // By `IN` the server would make a join of it, and lock the other table's row first.
  const which = of === undefined ? `IN ${parameterList(1)}` : `= (${of})`
  const sql = known.get(key) ?? `${shape.selectAll} WHERE ${quote(column)} ${which} ORDER BY id ${lock}`
  known.set(key, sql)
  return sql
}
