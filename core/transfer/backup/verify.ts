// Verifies a backup without touching the installation: its bytes, then its rows in a temporary database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../storage/database/connection.js'
import type { Registry } from '../../model/registry.js'
import type { Queryable } from '../../storage/database/queryable.js'
import { migrate } from '../../storage/migration/runner.js'
import { type Installation, createMigratedDatabase, requireBackupColumns, resolveBackupTracks } from './compatibility.js'
import { findReferenceFaults } from './reference-check.js'
import { loadRows } from './load.js'
import { withFileRefusals, type Backup } from './open.js'

/** A check of a whole database: one sentence for each inconsistency. */
export type DatabaseCheck = (on: Queryable, registry: Registry) => Promise<readonly string[]>

/** VALIDATION_FAILED on `file` for a backup that is damaged or does not fit this installation; changes nothing. */
export async function requireIntactBackup(
  installation: Installation,
  backup: Backup,
  progress: (sentence: string) => void,
): Promise<void> {
  const tracks = resolveBackupTracks(installation, backup.manifest)
  await withFileRefusals(async () => {
    const migrated = await createMigratedDatabase(installation, tracks)
    try {
      await requireBackupColumns(backup.manifest, migrated)
    } finally {
      await migrated.close()
    }
    await backup.verify(progress)
  })
}

/**
 * One sentence for each dangling id and each inconsistent document. Loads all rows into a file in the folder for temporary files, which
 * needs about as much space as the database did.
 */
export async function verifyBackup(
  installation: Installation,
  backup: Backup,
  looks: readonly DatabaseCheck[],
  progress: (sentence: string) => void,
): Promise<readonly string[]> {
  await requireIntactBackup(installation, backup, progress)
  const folder = await mkdtemp(join(tmpdir(), 'svc-verify-'))
  try {
    const database = await openDatabase(`sqlite:${join(folder, 'rows.sqlite')}`)
    try {
      const { entityTables, languages } = installation
      await migrate({ database, tracks: resolveBackupTracks(installation, backup.manifest), entityTables, languages })
      await withFileRefusals(() => loadRows(database, backup, progress))
      return await findBackupFaults(database, installation, looks)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function findBackupFaults(
  on: Queryable,
  { registry }: Installation,
  looks: readonly DatabaseCheck[],
): Promise<readonly string[]> {
  const referenceFaults = await findReferenceFaults(on, registry)
  const more = await Promise.all(looks.map((look) => look(on, registry)))
  return [...referenceFaults, ...more.flat()]
}
