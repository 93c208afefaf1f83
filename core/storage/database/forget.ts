// Deletes what has grown old, some hundreds of rows at a time: whoever writes meanwhile waits for none of them, and no node of a cluster lags.
import type { Database } from './connection.js'
import { quote } from './dialect.js'

/** Rows of one statement; more only where they are of one moment. */
const batch = 500

/**
 * Deletes the rows whose `column`, which an index begins with, is before the moment, the oldest first. Gives how many they were.
 * @param moment as the column holds it: a text of ISO 8601, or milliseconds
 */
export async function forgetBefore(database: Database, table: string, column: string, moment: string | number): Promise<number> {
  const [from, at] = [quote(table), quote(column)]
  const last = `SELECT ${at} AS moment FROM ${from} WHERE ${at} < ? ORDER BY ${at} LIMIT 1 OFFSET ${batch - 1}`
  for (let forgotten = 0; ; ) {
    const [full] = await database.query<{ moment: string | number }>(last, [moment])
    const [sign, until] = full ? ['<=', full.moment] : ['<', moment]
    forgotten += (await database.run(`DELETE FROM ${from} WHERE ${at} ${sign} ?`, [until])).affected
    if (!full) return forgotten
  }
}
