// Deletes expired rows in batches of 500, to keep row locks short and to prevent replication lag in a cluster.
import type { Database } from './connection.js'
import { quote } from './dialect.js'

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
  const [from, at] = [quote(table), quote(column)]
  const last = `SELECT ${at} AS moment FROM ${from} WHERE ${at} < ? ORDER BY ${at} LIMIT 1 OFFSET ${batchSize - 1}`
  for (let forgotten = 0; ; ) {
    const [full] = await database.query<{ moment: string | number }>(last, [limit])
    const [sign, until] = full ? ['<=', full.moment] : ['<', limit]
    forgotten += (await database.run(`DELETE FROM ${from} WHERE ${at} ${sign} ?`, [until])).affected
    if (!full) return forgotten
  }
}
