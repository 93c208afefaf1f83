// Empties and fills whole tables for a restore: without the write pipeline and without events, while the service is stopped.
import { insertRows, quote } from './dialect.js'
import type { Queryable } from './queryable.js'
import type { SqlValue } from './statement.js'

/** @param condition ` WHERE …`, or '' for all rows */
export async function deleteAllRows(u: Queryable, table: string, condition: string): Promise<void> {
  await u.run(`DELETE FROM ${quote(table)}${condition}`)
}

export async function insertRawRows(
  u: Queryable,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  await u.run(insertRows(table, columns, rows.length), rows.flat())
}
