// Changes many rows of a table without the write pipeline: deletes expired rows, and empties and fills tables for a restore.
import { insertRows, quoteName, type Queryable, type SqlValue } from './dialect.js'
import type { Database } from './connection.js'

/** @param condition ` WHERE …`, or '' for all rows */
export async function deleteAllRows(u: Queryable, table: string, condition: string): Promise<void> {
  await u.run(`DELETE FROM ${quoteName(table)}${condition}`)
}

export async function insertRawRows(
  u: Queryable,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  await u.run(insertRows(table, columns, rows.length), rows.flat())
}

/** Rows per statement. Rows with the same time are always deleted together, so a batch can be larger. */
const batchSize = 500

/**
 * Deletes the rows whose `column` is before `moment`, the oldest first. Returns the number of deleted rows.
 * @param column the first column of an index
 * @param limit in the column's format: ISO 8601 text or milliseconds
 */
export async function deleteRowsBefore(
  database: Database,
  table: string,
  column: string,
  limit: string | number,
): Promise<number> {
  const [from, at] = [quoteName(table), quoteName(column)]
  const last = `SELECT ${at} AS moment FROM ${from} WHERE ${at} < ? ORDER BY ${at} LIMIT 1 OFFSET ${batchSize - 1}`
  for (let forgotten = 0; ; ) {
    const [full] = await database.query<{ moment: string | number }>(last, [limit])
    const [sign, until] = full ? ['<=', full.moment] : ['<', limit]
    forgotten += (await database.run(`DELETE FROM ${from} WHERE ${at} ${sign} ?`, [until])).affected
    if (!full) return forgotten
  }
}
