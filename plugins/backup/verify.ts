// Verifies a backup without touching the installation: its bytes, then its rows in a temporary database.
import {
  createMessage,
  createLabel,
  type Message,
  type MessageText,
  type Queryable,
  type Table,
  ValidationError,
} from '#core/contract.js'
import { installationTables, type Registry, entityModel, unit, zipFiles } from '#core/surface.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Backup, withFileRefusals, type BackupManifest } from './open.js'
import { locationVariables, systemVariableTable, isBackedUp } from './rows.js'

/** The parts of the installation that a restore needs. */
export interface RestoreTarget {
  readonly registry: Registry
  readonly tracks: readonly installationTables.MigrationTrack[]
  readonly entityTables: ReadonlyMap<string, Table>
  readonly languages: readonly string[]
}

const createFileRefusal = (message: Message): ValidationError => ValidationError.of('file', message)

/** The migrations that had run on the database of the backup. VALIDATION_FAILED on `file` if this program lacks one of them. */
export function resolveBackupTracks(
  { tracks: ownTracks }: RestoreTarget,
  { tracks, service }: BackupManifest,
): readonly installationTables.MigrationTrack[] {
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
  tracks: readonly installationTables.MigrationTrack[],
): Promise<installationTables.Database> {
  const database = await installationTables.openDatabase('sqlite::memory:')
  try {
    const { failure } = await installationTables.migrate({ database, tracks, entityTables, languages })
    if (failure) throw new Error(`Migration ${failure.version} of '${failure.owner}' failed: ${failure.message}`)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** PackageFault if the backup has a table or column that its migrations do not create. */
export async function requireBackupColumns({ tables }: BackupManifest, migrated: installationTables.Database): Promise<void> {
  const real = await migrated.dialect.readTables(migrated)
  for (const [name, { columns, owner }] of Object.entries(tables)) {
    const table = real.get(name)
    if (!table || !isBackedUp({ name }))
      throw new zipFiles.PackageFault('manifest', createMessage('operations.tableUnknown', { table: name, owner }))
    const strange = columns.find((column) => !table.columns.has(column))
    if (strange !== undefined)
      throw new zipFiles.PackageFault('manifest', createMessage('operations.columnUnknown', { column: strange, table: name }))
    if (new Set(columns).size < columns.length)
      throw new zipFiles.PackageFault('manifest', createMessage('operations.columnTwice', { table: name }))
  }
}

interface DanglingIds {
  readonly count: number
  readonly first: number
}

/** One message for each column with dangling ids; weak references may dangle. */
async function findReferenceFaults(on: Queryable, registry: Registry): Promise<readonly Message[]> {
  const faults: Message[] = []
  for (const entity of registry.entities.values()) {
    for (const property of Object.values(entity.properties)) {
      const join = entityModel.getJoinOptions(property)
      const target = join && registry.entities.get(join.entity)
      if (!target || entityModel.isWeakReference(property)) continue
      const [own, column] = [installationTables.quoteName(entity.table), installationTables.quoteName(property.name)]
      const absent = `NOT EXISTS (SELECT 1 FROM ${installationTables.quoteName(target.table)} t WHERE t.id = s.${column})`
      const sql = `SELECT COUNT(*) AS count, MIN(s.id) AS first FROM ${own} s WHERE s.${column} IS NOT NULL AND ${absent}`
      const [dangling] = await on.query<DanglingIds>(sql)
      if (!dangling || Number(dangling.count) === 0) continue
      faults.push(
        createMessage('results.danglingField', {
          field: property.name,
          count: dangling.count,
          entities: createLabel('entity', entity.pluralLabel),
          entity: createLabel('entity', entity.label),
          id: dangling.first,
          target: createLabel('entity', target.label),
        }),
      )
    }
  }
  return [...faults, ...(await findMentionFaults(on, registry))]
}

/** Ids inside rules, terms and selections, which are stored in a table of their own. */
async function findMentionFaults(on: Queryable, registry: Registry): Promise<readonly Message[]> {
  const sql =
    'SELECT DISTINCT source_entity, property, target_entity FROM svc_references ORDER BY source_entity, property, target_entity'
  const faults: Message[] = []
  for (const row of await on.query<Readonly<Record<'source_entity' | 'property' | 'target_entity', string>>>(sql)) {
    const source = registry.entities.get(row.source_entity)
    const target = registry.entities.get(row.target_entity)
    const property = source?.properties[row.property]
    if (!source || !target || !property || entityModel.isWeakReference(property)) continue
    const absent = `NOT EXISTS (SELECT 1 FROM ${installationTables.quoteName(target.table)} t WHERE t.id = r.target_id)`
    const of = 'r.source_entity = ? AND r.property = ? AND r.target_entity = ?'
    const [dangling] = await on.query<DanglingIds>(
      `SELECT COUNT(*) AS count, MIN(r.source_id) AS first FROM \`svc_references\` r WHERE ${of} AND ${absent}`,
      [row.source_entity, row.property, row.target_entity],
    )
    if (!dangling || Number(dangling.count) === 0) continue
    faults.push(
      createMessage('results.danglingMention', {
        field: row.property,
        entity: createLabel('entity', source.label),
        id: dangling.first,
        target: createLabel('entity', target.label),
      }),
    )
  }
  return faults
}

/** A check of a whole database: one message for each inconsistency. */
export type DatabaseCheck = (on: Queryable, registry: Registry) => Promise<readonly Message[]>

/** VALIDATION_FAILED on `file` for a backup that is damaged or does not fit this installation; changes nothing. */
export async function requireIntactBackup(
  installation: RestoreTarget,
  backup: Backup,
  progress: (message: MessageText) => void,
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
 * One message for each dangling id and each inconsistent document. Loads all rows into a file in the folder for temporary files, which
 * needs about as much space as the database did.
 */
export async function verifyBackup(
  installation: RestoreTarget,
  backup: Backup,
  looks: readonly DatabaseCheck[],
  progress: (message: MessageText) => void,
): Promise<readonly Message[]> {
  await requireIntactBackup(installation, backup, progress)
  const folder = await mkdtemp(join(tmpdir(), 'svc-verify-'))
  try {
    const database = await installationTables.openDatabase(`sqlite:${join(folder, 'rows.sqlite')}`)
    try {
      const { entityTables, languages } = installation
      await installationTables.migrate({
        database,
        tracks: resolveBackupTracks(installation, backup.manifest),
        entityTables,
        languages,
      })
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
): Promise<readonly Message[]> {
  const referenceFaults = await findReferenceFaults(on, registry)
  const more = await Promise.all(looks.map((look) => look(on, registry)))
  return [...referenceFaults, ...more.flat()]
}

// Loads the rows of a backup into existing tables, in transactions of limited size.

/** Parameters of one statement, and characters of its texts: both far below the limits of the databases. */
const maxParameters = 5_000
const maxCharacters = 1_000_000

type Values = readonly installationTables.SqlValue[]

const measureRow = (row: Values): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/** Splits rows into portions of one statement each. */
function splitRows(rows: readonly Values[], columns: number): readonly (readonly Values[])[] {
  const maximumRows = Math.max(1, Math.floor(maxParameters / columns))
  const portions: Values[][] = []
  let [current, length]: [Values[], number] = [[], 0]
  for (const row of rows) {
    const added = measureRow(row)
    if (current.length > 0 && (current.length >= maximumRows || length + added > maxCharacters)) {
      portions.push(current)
      ;[current, length] = [[], 0]
    }
    current.push(row)
    length += added
  }
  if (current.length > 0) portions.push(current)
  return portions
}

/** Filter for the rows of a table that the backup replaces. */
const formatReplacedFilter = (table: string): string =>
  table === systemVariableTable ? ` WHERE name NOT IN (${locationVariables.map((name) => `'${name}'`).join(', ')})` : ''

/** Empties and fills the tables of the backup, then sets the next id of each table to the backup's. */
export async function loadRows(
  database: installationTables.Database,
  backup: Backup,
  progress: (message: MessageText) => void,
): Promise<void> {
  const { dialect } = database
  for (const [name, { columns, next, rows: total, parts }] of Object.entries(backup.manifest.tables)) {
    await unit(database, async (u) => {
      await installationTables.deleteAllRows(u, name, formatReplacedFilter(name))
    })
    for await (const rows of backup.rows(name)) {
      const portions = splitRows(rows, columns.length)
      try {
        await unit(database, async (u) => {
          for (const portion of portions) await installationTables.insertRawRows(u, name, columns, portion)
        })
      } catch (error) {
        if (!dialect.isDuplicate(error)) throw error
        throw new zipFiles.PackageFault('malformed-record', createMessage('operations.keyTwice', { table: name }))
      }
    }
    if (next !== null) for (const sql of dialect.setNextId(name, next)) await database.execute(sql)
    if (parts > 1) progress(createMessage('results.restoredRows', { count: total, table: name }))
  }
}

/** The names of tables whose number of rows differs from the backup. */
export async function findDifferingTables(database: installationTables.Database, backup: Backup): Promise<readonly string[]> {
  const differing: string[] = []
  for (const [name, { rows }] of Object.entries(backup.manifest.tables)) {
    const [counts] = await database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${installationTables.quoteName(name)}${formatReplacedFilter(name)}`,
    )
    if (Number(counts?.count) !== rows) differing.push(name)
  }
  return differing
}
