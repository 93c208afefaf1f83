// Installed databases for tests: core migrations and seed have run. `reset` restores that state between tests.
import { toEntityTable } from '../../core/model/schema/columns.js'
import type { Table } from '../../core/foundation/table.js'
import type { Database, DatabaseOptions } from '../../core/storage/database/connection.js'
import { quoteName, type Row } from '../../core/storage/database/dialect.js'
import { unit } from '../../core/storage/unit-of-work/transaction.js'
import { insertAllRows } from '../../core/storage/migration/migration-steps.js'
import type { MigrationTrack } from '../../core/storage/migration/migration.js'
import { migrate, type MigrationReport } from '../../core/storage/migration/runner.js'
import { defaultNotificationsVariable, setSystemVariable } from '../../core/storage/system-variables.js'
import { coreMigrations } from '../../migrations/index.js'
import { openEmptyDatabase } from './database.js'
import { listCoreEntities } from './core-registry.js'

export const testLanguages: readonly string[] = ['en-GB', 'de-DE']
export const coreTracks: readonly MigrationTrack[] = [{ owner: 'core', migrations: coreMigrations }]

/** Tables of core entities with the additions of stock, by entity name, as boot passes them to the migration runner. */
export const coreEntityTables: ReadonlyMap<string, Table> = new Map(
  listCoreEntities().map((entity) => [entity.name, toEntityTable(entity)]),
)

/** Runs the core migrations. */
export function installCore(database: Database, languages = testLanguages): Promise<MigrationReport> {
  return migrate({ database, tracks: coreTracks, entityTables: coreEntityTables, languages })
}

export interface InstalledDatabase extends Database {
  /** Removes what tests stored, and raises every version, so the app's caches become stale. Ids continue to count. */
  reset(): Promise<void>
}

/** Never reset: a repeated version number would revive a stale cache entry. */
const preservedTable = 'svc_versions'

async function listFilledTables(database: Database, names: readonly string[]): Promise<readonly string[]> {
  const toQuery = (name: string): string => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${quoteName(name)})`
  return (await database.query<{ name: string }>(names.map(toQuery).join(' UNION ALL '))).map(({ name }) => name)
}

/** Opens a new installed database: in memory on SQLite, else a schema of the server. */
export async function openInstalledDatabase(options: DatabaseOptions = {}): Promise<InstalledDatabase> {
  const database = await openEmptyDatabase(options)
  const { failure } = await installCore(database)
  if (failure) throw new Error(`The install failed: ${failure.message}`)
  // Tests add the notifications that they need. An app with a database of its own adds the default ones at its first start.
  await setSystemVariable(database, defaultNotificationsVariable, '')
  const names = [...(await database.dialect.readTables(database)).keys()].filter((name) => name !== preservedTable)
  const seed = new Map<string, readonly Row[]>()
  for (const name of await listFilledTables(database, names))
    seed.set(name, await database.query(`SELECT * FROM ${quoteName(name)}`))
  return {
    ...database,
    async reset() {
      const filled = await listFilledTables(database, names)
      await unit(database, async (u) => {
        for (const name of filled) await u.run(`DELETE FROM ${quoteName(name)}`)
        for (const [name, rows] of seed) await insertAllRows(u, name, rows)
        const topics = await u.query<{ topic: string }>(`SELECT topic FROM ${preservedTable}`)
        for (const topic of new Set(['store', 'access', ...topics.map((row) => row.topic)])) u.changeSet.raiseVersion(topic)
      })
    },
  }
}
