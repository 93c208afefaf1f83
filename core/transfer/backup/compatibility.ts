// Checks whether this installation can restore a backup: its migrations, customizations, tables and columns.
import { createMessage, type Message } from '../../foundation/message.js'
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

const createFileRefusal = (message: Message): ValidationError => ValidationError.of('file', message)

/** The migrations that had run on the database of the backup. VALIDATION_FAILED on `file` if this program lacks one of them. */
export function resolveBackupTracks(
  { tracks: ownTracks }: RestoreTarget,
  { tracks, service }: BackupManifest,
): readonly MigrationTrack[] {
  for (const [owner, version] of Object.entries(tracks)) {
    const track = ownTracks.find((candidate) => candidate.owner === owner)
    if (!track) throw createFileRefusal(createMessage('operations.customizationMissing', { owner, version }))
    const latest = track.migrations.at(-1)?.version ?? '0000'
    if (version <= latest) continue
    throw createFileRefusal(
      owner === 'core'
        ? createMessage('operations.backupNewer', { version, latest, service })
        : createMessage('operations.backupNewerThanCustomization', { owner, version, latest, service }),
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
      throw new PackageFault('manifest', createMessage('operations.tableUnknown', { table: name, owner }))
    const strange = columns.find((column) => !table.columns.has(column))
    if (strange !== undefined)
      throw new PackageFault('manifest', createMessage('operations.columnUnknown', { column: strange, table: name }))
    if (new Set(columns).size < columns.length)
      throw new PackageFault('manifest', createMessage('operations.columnTwice', { table: name }))
  }
}
