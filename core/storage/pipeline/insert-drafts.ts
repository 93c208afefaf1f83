// Rows of new records, many of them by one statement.
import { foldedName } from '../../ground/language/fold.js'
import type { Property } from '../../ground/property/kind.js'
import { insertRows } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import type { EntityLayout } from '../record/layout.js'
import { emptyValue, toColumn, toFolded } from '../record/values.js'
import type { Draft } from './draft.js'
import { noteInsert } from './last-place.js'

/** Rows of one statement at most: their parameters stay below what both databases take. */
export const rowsAtOnce = 64

interface Columns {
  readonly plain: readonly string[]
  readonly withId: readonly string[]
  /** What each stored property holds of which nothing is said, and its column then: most are so. */
  readonly nothing: readonly { readonly property: Property; readonly held: unknown; readonly column: SqlParameter }[]
}

const columns = new WeakMap<EntityLayout, Columns>()

/** One list per entity, by which the texts of statements are kept. */
function columnsOf(shape: EntityLayout): Columns {
  const known = columns.get(shape)
  if (known) return known
  const plain = [...shape.stored.map(({ name }) => name), ...shape.folded.map(({ name }) => foldedName(name)), 'revision']
  const nothing = shape.stored.map((property) => {
    const held = emptyValue(property)
    return { property, held, column: toColumn(property, held) }
  })
  const made = { plain, withId: [...plain, 'id'], nothing }
  columns.set(shape, made)
  return made
}

/** Stores `rowsAtOnce` drafts at most, in order: their ids rise so, unless they are given. Gives the ids; null where the server does not tell them. */
export async function insertDrafts(
  u: Unit,
  shape: EntityLayout,
  drafts: readonly Draft[],
  ids: readonly number[] | null = null,
): Promise<readonly number[] | null> {
  const { plain, withId, nothing } = columnsOf(shape)
  const params: SqlParameter[] = []
  for (const [index, { record }] of drafts.entries()) {
    for (const { property, held, column } of nothing) {
      const value = record[property.name]
      params.push(value === held ? column : toColumn(property, value))
    }
    for (const property of shape.folded) params.push(toFolded(toColumn(property, record[property.name])))
    params.push(1)
    if (ids) params.push(ids[index]!)
  }
  noteInsert(u, shape.entity)
  const sql = insertRows(shape.entity.table, ids ? withId : plain, drafts.length)
  const { tellingIds } = u.dialect
  if (ids === null && tellingIds !== null) return u.insert(`${sql} ${tellingIds}`, params)
  await u.run(sql, params)
  return ids
}
