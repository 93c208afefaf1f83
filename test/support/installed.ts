// Installed databases for tests: the core track has run, with its seed; `reset` brings that state back between tests.
import { toEntityTable } from '../../core/model/schema/columns.js'
import type { Table } from '../../core/foundation/table.js'
import type { Database, DatabaseOptions } from '../../core/storage/database/connection.js'
import { quote } from '../../core/storage/database/dialect.js'
import type { Row } from '../../core/storage/database/statement.js'
import { unit } from '../../core/storage/database/unit.js'
import { bump } from '../../core/storage/database/versions.js'
import { insertAll } from '../../core/storage/migration/insert.js'
import type { Track } from '../../core/storage/migration/migration.js'
import { migrate, type MigrationReport } from '../../core/storage/migration/runner.js'
import { coreMigrations } from '../../migrations/index.js'
import { openEmptyDatabase } from './database.js'
import { coreEntities } from './registry.js'

export const testLanguages: readonly string[] = ['en-GB', 'de-DE']
export const coreTracks: readonly Track[] = [{ owner: 'core', migrations: coreMigrations }]

/** The tables of core's entities with what stock adds, by entity name, as boot gives them to the runner. */
export const coreEntityTables: ReadonlyMap<string, Table> = new Map(
  coreEntities().map((entity) => [entity.name, toEntityTable(entity)]),
)

/** Runs the core track. */
export function installCore(database: Database, languages = testLanguages): Promise<MigrationReport> {
  return migrate({ database, tracks: coreTracks, entityTables: coreEntityTables, languages })
}

export interface InstalledDatabase extends Database {
  /** Takes back what tests stored and raises every version, so that no cache of a running app outlives it. Ids go on counting. */
  reset(): Promise<void>
}

/** Never reset: a version that came again would revive a stale cache. */
const kept = 'svc_versions'

async function filledTables(database: Database, names: readonly string[]): Promise<readonly string[]> {
  const one = (name: string): string => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${quote(name)})`
  return (await database.query<{ name: string }>(names.map(one).join(' UNION ALL '))).map(({ name }) => name)
}

/** A database of its own with core installed: in memory on SQLite, a schema of the server elsewhere. */
export async function openInstalledDatabase(options: DatabaseOptions = {}): Promise<InstalledDatabase> {
  const database = await openEmptyDatabase(options)
  const { failure } = await installCore(database)
  if (failure) throw new Error(`The install failed: ${failure.message}`)
  const names = [...(await database.dialect.readTables(database)).keys()].filter((name) => name !== kept)
  const seed = new Map<string, readonly Row[]>()
  for (const name of await filledTables(database, names)) seed.set(name, await database.query(`SELECT * FROM ${quote(name)}`))
  return {
    ...database,
    async reset() {
      const filled = await filledTables(database, names)
      await unit(database, async (u) => {
        for (const name of filled) await u.run(`DELETE FROM ${quote(name)}`)
        for (const [name, rows] of seed) await insertAll(u, name, rows)
        const topics = await u.query<{ topic: string }>(`SELECT topic FROM ${kept}`)
        for (const topic of new Set(['store', 'access', ...topics.map((row) => row.topic)])) bump(u, topic)
      })
    },
  }
}
