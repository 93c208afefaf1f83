// Writes whole tables as a restore does: past the pipeline, without events, while the service does not run.
import { insertRows, quote } from './dialect.js'
import type { SqlValue } from './statement.js'
import type { Unit } from './unit.js'

/** @param condition ` WHERE …`, or '' for all rows */
export async function emptyTable(u: Unit, table: string, condition: string): Promise<void> {
  await u.run(`DELETE FROM ${quote(table)}${condition}`)
}

export async function insertInto(
  u: Unit,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  await u.run(insertRows(table, columns, rows.length), rows.flat())
}
