// Writes many rows with few statements: for the data steps of scripts, which know columns, not entities.
import { toFoldedColumnName, foldText } from '../../foundation/language/fold.js'
import type { Table } from '../../foundation/table.js'
import { insertRows } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import type { SqlParameter } from '../database/statement.js'

/** Parameters per statement: below SQLite's 32,766 and MySQL's 65,535. */
const maxParameters = 10_000

/** Inserts rows that all have the columns of the first one. */
export async function insertAll(
  on: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, SqlParameter>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const atOnce = Math.floor(maxParameters / Math.max(1, columns.length))
  for (let start = 0; start < rows.length; start += atOnce) {
    const batch = rows.slice(start, start + atOnce)
    const values = batch.flatMap((row) => columns.map((column) => row[column] ?? null))
    await on.run(insertRows(table, columns, batch.length), values)
  }
}

/** The row with what search and sort compare of its texts, where the table has a companion for it. */
export function withFolded(table: Table, row: Readonly<Record<string, SqlParameter>>): Readonly<Record<string, SqlParameter>> {
  const companions = Object.entries(row).filter(([name]) => table.columns[toFoldedColumnName(name)])
  return {
    ...row,
    ...Object.fromEntries(companions.map(([name, value]) => [toFoldedColumnName(name), foldText(String(value ?? ''))])),
  }
}

/** The text of a field for one record, by language tag. */
export interface SeedText {
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly texts: Readonly<Record<string, string>>
}

/** Inserts texts into the strings table; empty ones are left out. */
export async function insertTexts(on: Queryable, seeds: readonly SeedText[]): Promise<void> {
  const rows = seeds.flatMap(({ entity, id, field, texts }) =>
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([tag, text]) => ({ entity, entity_id: id, field, language_tag: tag, text, folded: foldText(text) })),
  )
  await insertAll(on, 'svc_texts', rows)
}
