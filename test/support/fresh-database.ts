// Creates installed databases that several processes can share, with ids from the start, and reads all rows that an API may change.
import { openDatabase } from '../../core/storage/database/connection.js'
import { quoteName, type Queryable } from '../../core/storage/database/dialect.js'
import { createEmptyDatabase } from './database.js'
import { installCore } from './installed-database.js'

export type TableRows = Readonly<Record<string, readonly object[]>>

/** Tables that differ between two services with the same calls: tokens, cache versions, leases, the secret. */
const excludedTables = new Set(['svc_tokens', 'svc_versions', 'svc_leases', 'svc_system_variables', 'svc_idempotency'])

export async function readAllRows(on: Queryable): Promise<TableRows> {
  const rows: Record<string, readonly object[]> = {}
  for (const name of (await on.dialect.readTables(on)).keys()) {
    if (!excludedTables.has(name)) rows[name] = await on.query(`SELECT * FROM ${quoteName(name)}`)
  }
  return rows
}

export interface FreshDatabase {
  readonly url: string
  rows(): Promise<TableRows>
  drop(): Promise<void>
}

export async function createFreshDatabase(): Promise<FreshDatabase> {
  const empty = await createEmptyDatabase()
  const database = await openDatabase(empty.url)
  await installCore(database)
  await database.close()
  return {
    url: empty.url,
    drop: () => empty.drop(),
    async rows() {
      const again = await openDatabase(empty.url)
      try {
        return await readAllRows(again)
      } finally {
        await again.close()
      }
    },
  }
}
