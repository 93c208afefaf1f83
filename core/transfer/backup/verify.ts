// Verifies a backup without touching the installation: its bytes, then its rows in a temporary database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../storage/database/connection.js'
import type { Registry } from '../../model/registry.js'
import { type Queryable, quoteName } from '../../storage/database/dialect.js'
import { migrate } from '../../storage/migration/runner.js'
import { createMigratedDatabase, type RestoreTarget, requireBackupColumns, resolveBackupTracks } from './compatibility.js'
import { loadRows } from './load.js'
import { type Backup, withFileRefusals } from './open.js'
import { getJoinOptions, isWeakReference } from '../../model/entity/ownership.js'

interface DanglingIds {
  readonly count: number
  readonly first: number
}

/** One sentence for each column with dangling ids; weak references may dangle. */
async function findReferenceFaults(on: Queryable, registry: Registry): Promise<readonly string[]> {
  const faults: string[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = getJoinOptions(property)
      const target = join && registry.entities.get(join.entity)
      if (!target || isWeakReference(property)) continue
      const [own, column] = [quoteName(entity.table), quoteName(property.name)]
      const absent = `NOT EXISTS (SELECT 1 FROM ${quoteName(target.table)} t WHERE t.id = s.${column})`
      const sql = `SELECT COUNT(*) AS count, MIN(s.id) AS first FROM ${own} s WHERE s.${column} IS NOT NULL AND ${absent}`
      const [dangling] = await on.query<DanglingIds>(sql)
      if (!dangling || Number(dangling.count) === 0) continue
      const source = `Field '${property.name}' of ${dangling.count} ${entity.pluralLabel}, such as ${entity.label} ${dangling.first},`
      faults.push(`${source} refers to a ${target.label} that does not exist.`)
    }
  }
  return [...faults, ...(await findMentionFaults(on, registry))]
}

/** Ids inside rules, terms and selections, which are stored in a table of their own. */
async function findMentionFaults(on: Queryable, registry: Registry): Promise<readonly string[]> {
  const sql =
    'SELECT DISTINCT source_entity, property, target_entity FROM svc_references ORDER BY source_entity, property, target_entity'
  const faults: string[] = []
  for (const row of await on.query<Readonly<Record<'source_entity' | 'property' | 'target_entity', string>>>(sql)) {
    const source = registry.entities.get(row.source_entity)
    const target = registry.entities.get(row.target_entity)
    const property = source?.properties[row.property]
    if (!source || !target || !property || isWeakReference(property)) continue
    const absent = `NOT EXISTS (SELECT 1 FROM ${quoteName(target.table)} t WHERE t.id = r.target_id)`
    const of = 'r.source_entity = ? AND r.property = ? AND r.target_entity = ?'
    const [dangling] = await on.query<DanglingIds>(
      `SELECT COUNT(*) AS count, MIN(r.source_id) AS first FROM \`svc_references\` r WHERE ${of} AND ${absent}`,
      [row.source_entity, row.property, row.target_entity],
    )
    if (!dangling || Number(dangling.count) === 0) continue
    faults.push(`Field '${row.property}' of ${source.label} ${dangling.first} refers to a ${target.label} that does not exist.`)
  }
  return faults
}

/** A check of a whole database: one sentence for each inconsistency. */
export type DatabaseCheck = (on: Queryable, registry: Registry) => Promise<readonly string[]>

/** VALIDATION_FAILED on `file` for a backup that is damaged or does not fit this installation; changes nothing. */
export async function requireIntactBackup(
  installation: RestoreTarget,
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
  installation: RestoreTarget,
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
  { registry }: RestoreTarget,
  looks: readonly DatabaseCheck[],
): Promise<readonly string[]> {
  const referenceFaults = await findReferenceFaults(on, registry)
  const more = await Promise.all(looks.map((look) => look(on, registry)))
  return [...referenceFaults, ...more.flat()]
}
