// Inserts many rows with few statements, for the data steps of migration scripts, which work with columns instead of entities.
import { toFoldedColumnName, foldText } from '../../foundation/language/fold.js'
import type { Table } from '../../foundation/table.js'
import { insertRows } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'
import type { SqlParameter } from '../database/statement.js'

/** Parameters per statement: below SQLite's 32,766 and MySQL's 65,535. */
const parametersPerStatement = 10_000

/** Inserts rows. All rows must have the columns of the first one. */
export async function insertAllRows(
  on: Queryable,
  table: string,
  rows: readonly Readonly<Record<string, SqlParameter>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const batchSize = Math.floor(parametersPerStatement / Math.max(1, columns.length))
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    const values = batch.flatMap((row) => columns.map((column) => row[column] ?? null))
    await on.run(insertRows(table, columns, batch.length), values)
  }
}

/** Adds the normalized texts for search and sort to the row, for columns that have a companion column. */
export function addFoldedValues(
  table: Table,
  row: Readonly<Record<string, SqlParameter>>,
): Readonly<Record<string, SqlParameter>> {
  const companions = Object.entries(row).filter(([name]) => table.columns[toFoldedColumnName(name)])
  return {
    ...row,
    ...Object.fromEntries(companions.map(([name, value]) => [toFoldedColumnName(name), foldText(String(value ?? ''))])),
  }
}

/** The translations of one field of a record; `texts` is by language tag. */
export interface SeedText {
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly texts: Readonly<Record<string, string>>
}

/** Inserts texts into `svc_texts`. Skips empty texts. */
export async function insertTexts(on: Queryable, seeds: readonly SeedText[]): Promise<void> {
  const rows = seeds.flatMap(({ entity, id, field, texts }) =>
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([tag, text]) => ({ entity, entity_id: id, field, language_tag: tag, text, folded: foldText(text) })),
  )
  await insertAllRows(on, 'svc_texts', rows)
}
