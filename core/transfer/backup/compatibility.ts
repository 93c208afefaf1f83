// Checks whether this installation can restore a backup: its migrations, customizations, tables and columns.
import { ValidationError } from '../../foundation/errors.js'
import type { Table } from '../../foundation/table.js'
import type { Registry } from '../../model/registry.js'
import { type Database, openDatabase } from '../../storage/database/connection.js'
import { migrate } from '../../storage/migration/runner.js'
import type { MigrationTrack } from '../../storage/migration/migration.js'
import { PackageFault } from '../package/faults.js'
import type { BackupManifest } from './format.js'
import { isBackedUp } from './rows.js'

/** The parts of the installation that a restore needs. */
export interface RestoreTarget {
  readonly registry: Registry
  readonly tracks: readonly MigrationTrack[]
  readonly entityTables: ReadonlyMap<string, Table>
  readonly languages: readonly string[]
}

const createFileRefusal = (message: string): ValidationError => ValidationError.of('file', message)

/** The migrations that had run on the database of the backup. VALIDATION_FAILED on `file` if this program lacks one of them. */
export function resolveBackupTracks(
  { tracks: ownTracks }: RestoreTarget,
  { tracks, service }: BackupManifest,
): readonly MigrationTrack[] {
  for (const [owner, version] of Object.entries(tracks)) {
    const track = ownTracks.find((candidate) => candidate.owner === owner)
    if (!track) {
      const message = `The backup contains data of the customization '${owner}' (migration ${version}), which this installation does not have.`
      throw createFileRefusal(`${message} Add it to 'customizations' in svc.config.ts, then restore again.`)
    }
    const latest = track.migrations.at(-1)?.version ?? '0000'
    if (version <= latest) continue
    const [targetName, sourceName] =
      owner === 'core' ? ['this program', 'the service'] : [`the customization '${owner}' here`, `'${owner}'`]
    throw createFileRefusal(
      `The backup is newer than ${targetName}: its last migration is ${version}, the last migration of ${targetName} is ${latest}. It was made by version ${service} of the service. Update ${sourceName}, then restore again.`,
    )
  }
  return ownTracks.map(({ owner, migrations }) => ({
    owner,
    migrations: migrations.filter(({ version }) => version <= (tracks[owner] ?? '')),
  }))
}

/** A new in-memory database on which only the migrations have run. */
export async function createMigratedDatabase(
  { entityTables, languages }: RestoreTarget,
  tracks: readonly MigrationTrack[],
): Promise<Database> {
  const database = await openDatabase('sqlite::memory:')
  try {
    const { failure } = await migrate({ database, tracks, entityTables, languages })
    if (failure) throw new Error(`Migration ${failure.version} of '${failure.owner}' failed: ${failure.message}`)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** PackageFault if the backup has a table or column that its migrations do not create. */
export async function requireBackupColumns({ tables }: BackupManifest, migrated: Database): Promise<void> {
  const real = await migrated.dialect.readTables(migrated)
  for (const [name, { columns, owner }] of Object.entries(tables)) {
    const table = real.get(name)
    if (!table || !isBackedUp({ name }))
      throw new PackageFault('manifest', `It contains the table '${name}' of '${owner}', which this installation does not have.`)
    const strange = columns.find((column) => !table.columns.has(column))
    if (strange !== undefined)
      throw new PackageFault(
        'manifest',
        `It contains the column '${strange}' of the table '${name}', which this installation does not have.`,
      )
    if (new Set(columns).size < columns.length)
      throw new PackageFault('manifest', `It contains a column of the table '${name}' twice.`)
  }
}
