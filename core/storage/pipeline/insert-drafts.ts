// Inserts the rows of new records, many per statement.
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import { insertRows } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import type { EntityLayout } from '../record/layout.js'
import { emptyValue, toColumn, toFolded } from '../record/values.js'
import type { Draft } from './draft.js'
import { noteInsert } from './last-place.js'

/** The maximum number of rows in one statement. Keeps the number of parameters below the limits of both databases. */
export const rowsAtOnce = 64

interface Columns {
  readonly plain: readonly string[]
  readonly withId: readonly string[]
  /** The parameters of an empty record. `places` has the position of each field in it. Most fields of most records stay empty. */
  readonly nothing: readonly SqlParameter[]
  readonly places: ReadonlyMap<string, Place>
}

interface Place {
  readonly property: Property
  readonly column: number
  readonly folded: number | null
}

const columns = new WeakMap<EntityLayout, Columns>()

/** One list per entity. The cached SQL statements depend on its identity. */
function columnsOf(shape: EntityLayout): Columns {
  const known = columns.get(shape)
  if (known) return known
  const plain = [...shape.stored.map(({ name }) => name), ...shape.folded.map(({ name }) => toFoldedColumnName(name)), 'revision']
  const empty = (property: Property): SqlParameter => toColumn(property, emptyValue(property))
  const nothing = [...shape.stored.map(empty), ...shape.folded.map((property) => toFolded(empty(property))), 1]
  const places = new Map(
    shape.stored.map((property, column): [string, Place] => {
      const folded = shape.folded.indexOf(property)
      return [property.name, { property, column, folded: folded < 0 ? null : shape.stored.length + folded }]
    }),
  )
  const made = { plain, withId: [...plain, 'id'], nothing, places }
  columns.set(shape, made)
  return made
}

const startRows = new WeakMap<NonNullable<Draft['started']>, readonly SqlParameter[]>()

/** The parameters of a record with its defaults. */
function rowOf(started: NonNullable<Draft['started']>, { nothing, places }: Columns): readonly SqlParameter[] {
  const known = startRows.get(started)
  if (known) return known
  const row = [...nothing]
  for (const [name, place] of places) put(row, 0, place, started[name])
  startRows.set(started, row)
  return row
}

function put(params: SqlParameter[], start: number, { property, column, folded }: Place, held: unknown): void {
  const value = toColumn(property, held)
  params[start + column] = value
  if (folded !== null) params[start + folded] = toFolded(value)
}

/** Appends the parameters of a new record in the order of `EntityLayout.insert`. */
export function addParameters(params: SqlParameter[], shape: EntityLayout, { record, changed, started }: Draft): void {
  const known = columnsOf(shape)
  const start = params.length
  params.push(...(started ? rowOf(started, known) : known.nothing))
  // All other values of a new record were sent, derived or set by default.
  for (const key of changed) {
    const place = known.places.get(key)
    if (place) put(params, start, place, record[key])
  }
}

/**
 * Stores at most `rowsAtOnce` drafts, in order. Their ids ascend, unless `ids` is set. Returns the ids, or null if the database
 * does not report them.
 */
export async function insertDrafts(
  u: Unit,
  shape: EntityLayout,
  drafts: readonly Draft[],
  ids: readonly number[] | null = null,
): Promise<readonly number[] | null> {
  const { plain, withId } = columnsOf(shape)
  const params: SqlParameter[] = []
  for (const [index, draft] of drafts.entries()) {
    addParameters(params, shape, draft)
    if (ids) params.push(ids[index]!)
  }
  noteInsert(u, shape.entity, drafts.length)
  const sql = insertRows(shape.entity.table, ids ? withId : plain, drafts.length)
  if (ids === null) return u.insert(sql, params, drafts.length)
  await u.run(sql, params)
  return ids
}
