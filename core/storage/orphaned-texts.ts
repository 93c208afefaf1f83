// Counts and deletes texts whose record no longer exists.
import { toTableName } from '../model/entity/define.js'
import type { Registry } from '../model/registry.js'
import type { Database } from './database/connection.js'
import { quote } from './database/dialect.js'
import type { Queryable } from './database/queryable.js'
import { unit } from './unit-of-work/transaction.js'

/** The tables that store texts by entity and id. */
const textTables = ['svc_texts', 'svc_unique_texts'] as const

/** The number of rows in `svc_texts` by entity name. Entities without orphans are omitted. */
export type OrphanCounts = Readonly<Record<string, number>>

/**
 * `entity = 'page' AND entity_id NOT IN (SELECT id FROM svc_page)`. `table` is null if the entity's table is missing: all texts
 * are orphans.
 */
interface OrphanCondition {
  readonly entity: string
  readonly table: string | null
}

async function loadOrphanConditions(on: Queryable, registry: Registry): Promise<readonly OrphanCondition[]> {
  const rows = await on.query<{ entity: string }>('SELECT DISTINCT entity FROM svc_texts')
  const real = await on.dialect.readTables(on)
  return rows.map(({ entity }) => {
    // A disabled customization keeps its texts while its table exists.
    const table = registry.entities.get(entity)?.table ?? toTableName(entity)
    return { entity, table: real.has(table) ? table : null }
  })
}

function formatCondition({ table }: OrphanCondition): string {
  return table === null ? 'entity = ?' : `entity = ? AND entity_id NOT IN (SELECT id FROM ${quote(table)})`
}

export async function countOrphans(on: Queryable, registry: Registry): Promise<OrphanCounts> {
  const counts: Record<string, number> = {}
  for (const condition of await loadOrphanConditions(on, registry)) {
    const sql = `SELECT COUNT(*) AS count FROM svc_texts WHERE ${formatCondition(condition)}`
    const [row] = await on.query<{ count: number }>(sql, [condition.entity])
    const count = Number(row?.count ?? 0)
    if (count > 0) counts[condition.entity] = count
  }
  return counts
}

/** Deletes the orphans in one unit and returns their counts. */
export function purgeOrphans(database: Database, registry: Registry): Promise<OrphanCounts> {
  return unit(database, async (u) => {
    const counts = await countOrphans(u, registry)
    for (const condition of await loadOrphanConditions(u, registry)) {
      if (counts[condition.entity] === undefined) continue
      for (const table of textTables) await u.run(`DELETE FROM ${table} WHERE ${formatCondition(condition)}`, [condition.entity])
    }
    return counts
  })
}
