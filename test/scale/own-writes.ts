// Causal reads in the cluster: a row that one process stored on one node is visible to another process on any other node.
import { openDatabase } from '../../core/storage/database/connection.js'
import { unit } from '../../core/storage/unit-of-work/transaction.js'

const table = 'svc_scale_probe'

/** Returns a sentence for each kind of miss. The two URLs begin with different nodes. */
export async function unseenWrites([here, there]: readonly [string, string], times: number): Promise<readonly string[]> {
  const [writer, reader] = [await openDatabase(here), await openDatabase(there)]
  const missed = { read: 0, changed: 0, copied: 0 }
  try {
    await writer.execute(`CREATE TABLE ${table} (id bigint PRIMARY KEY, value bigint NOT NULL)`)
    for (let id = 1; id <= times; id++) {
      // Large enough to be applied on other nodes noticeably later than it is certified.
      await unit(writer, async (u) => {
        for (let row = 0; row < 50; row++) await u.run(`INSERT INTO ${table} VALUES (?, 0)`, [id * 1_000 + row])
      })
      const [way, sql] = (
        [
          ['read', `SELECT value FROM ${table} WHERE id = ?`],
          ['changed', `UPDATE ${table} SET value = 1 WHERE id = ?`],
          ['copied', `INSERT INTO ${table} SELECT id + 90, 2 FROM ${table} WHERE id = ?`],
        ] as const
      )[id % 3]!
      const rowCount = await unit(reader, async (u) =>
        way === 'read' ? (await u.query(sql, [id * 1_000 + 49])).length : (await u.run(sql, [id * 1_000 + 49])).affected,
      )
      if (rowCount !== 1) missed[way] += 1
    }
    await writer.execute(`DROP TABLE ${table}`)
  } finally {
    await writer.close()
    await reader.close()
  }
  const rest = Object.entries(missed).filter(([, count]) => count > 0)
  return rest.map(([way, count]) => `A row that was stored on another node was missing ${count} times when it was ${way}.`)
}
