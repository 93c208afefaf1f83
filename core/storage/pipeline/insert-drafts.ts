// Inserts the rows of new records, many per statement.
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import { insertRows } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import type { EntityLayout } from '../record/layout.js'
import { emptyValue, toColumnValue, toFoldedValue } from '../record/values.js'
import type { Draft } from './draft.js'
import { countInsertedRows } from './last-position.js'

/** The maximum number of rows in one statement. Keeps the number of parameters below the limits of both databases. */
export const rowsPerInsert = 64

interface InsertColumns {
  readonly plain: readonly string[]
  readonly withId: readonly string[]
  /** The parameters of an empty record. `places` has the position of each field in it. Most fields of most records stay empty. */
  readonly nothing: readonly SqlParameter[]
  readonly places: ReadonlyMap<string, ParameterPosition>
}

interface ParameterPosition {
  readonly property: Property
  readonly column: number
  readonly folded: number | null
}

const insertColumnsCache = new WeakMap<EntityLayout, InsertColumns>()

/** One list per entity. The cached SQL statements depend on its identity. */
function getInsertColumns(shape: EntityLayout): InsertColumns {
  const cachedColumns = insertColumnsCache.get(shape)
  if (cachedColumns) return cachedColumns
  const plain = [...shape.stored.map(({ name }) => name), ...shape.folded.map(({ name }) => toFoldedColumnName(name)), 'revision']
  const empty = (property: Property): SqlParameter => toColumnValue(property, emptyValue(property))
  const nothing = [...shape.stored.map(empty), ...shape.folded.map((property) => toFoldedValue(empty(property))), 1]
  const places = new Map(
    shape.stored.map((property, column): [string, ParameterPosition] => {
      const folded = shape.folded.indexOf(property)
      return [property.name, { property, column, folded: folded < 0 ? null : shape.stored.length + folded }]
    }),
  )
  const insertColumns = { plain, withId: [...plain, 'id'], nothing, places }
  insertColumnsCache.set(shape, insertColumns)
  return insertColumns
}

const defaultRowCache = new WeakMap<NonNullable<Draft['started']>, readonly SqlParameter[]>()

/** The parameters of a record with its defaults. */
function getDefaultRow(started: NonNullable<Draft['started']>, { nothing, places }: InsertColumns): readonly SqlParameter[] {
  const cachedRow = defaultRowCache.get(started)
  if (cachedRow) return cachedRow
  const row = [...nothing]
  for (const [name, place] of places) setParameters(row, 0, place, started[name])
  defaultRowCache.set(started, row)
  return row
}

function setParameters(
  params: SqlParameter[],
  start: number,
  { property, column, folded }: ParameterPosition,
  fieldValue: unknown,
): void {
  const value = toColumnValue(property, fieldValue)
  params[start + column] = value
  if (folded !== null) params[start + folded] = toFoldedValue(value)
}

/** Appends the parameters of a new record in the order of `EntityLayout.insert`. */
export function addRowParameters(params: SqlParameter[], shape: EntityLayout, { record, changed, started }: Draft): void {
  const insertColumns = getInsertColumns(shape)
  const start = params.length
  params.push(...(started ? getDefaultRow(started, insertColumns) : insertColumns.nothing))
  // All other values of a new record were sent, derived or set by default.
  for (const key of changed) {
    const place = insertColumns.places.get(key)
    if (place) setParameters(params, start, place, record[key])
  }
}

/**
 * Stores at most `rowsPerInsert` drafts, in order. Their ids ascend, unless `ids` is set. Returns the ids, or null if the database
 * does not report them.
 */
export async function insertDrafts(
  u: Unit,
  shape: EntityLayout,
  drafts: readonly Draft[],
  ids: readonly number[] | null = null,
): Promise<readonly number[] | null> {
  const { plain, withId } = getInsertColumns(shape)
  const params: SqlParameter[] = []
  for (const [index, draft] of drafts.entries()) {
    addRowParameters(params, shape, draft)
    if (ids) params.push(ids[index]!)
  }
  countInsertedRows(u, shape.entity, drafts.length)
  const sql = insertRows(shape.entity.table, ids ? withId : plain, drafts.length)
  if (ids === null) return u.insert(sql, params, drafts.length)
  await u.run(sql, params)
  return ids
}
