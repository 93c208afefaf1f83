// Restores a backup into a database: verifies it first, and marks the database as half restored from first to last change.
import { createMessage, type Message, type MessageText, ServiceError, type Table, ValidationError } from '#core/contract.js'
import { installationTables, acquireLease, unit, loadFileScope, type storedFiles } from '#core/surface.js'
import {
  locationVariables,
  systemVariableTable,
  isBackedUp,
  selectBackupRows,
  createTableDigest,
  type TableDigest,
  formatTableParts,
} from './rows.js'
import {
  type RestoreTarget,
  createMigratedDatabase,
  resolveBackupTracks,
  findDifferingTables,
  loadRows,
  findBackupFaults,
  type DatabaseCheck,
  requireIntactBackup,
} from './verify.js'
import { withFileRefusals, type Backup } from './open.js'

interface RestoreOptions {
  /** The name of the database, typed by a person to confirm that its shop will be deleted. */
  readonly replace?: string | undefined
  readonly checks: readonly DatabaseCheck[]
  progress(message: MessageText): void
}

export interface RestoreReport {
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Location of the previous SQLite file; null if nothing was lost, or the database has a server. */
  readonly before: string | null
  /** One message for each inconsistency that the backup already contained. */
  readonly findings: readonly Message[]
}

/** Milliseconds to wait for another restore, whose process may be dead. */
const leaseTimeout = 20_000

/** Tables that are not recreated: leases, system variables with the restore mark, and versions, which only rise. */
const preservedTables: readonly string[] = [systemVariableTable, 'svc_leases', 'svc_versions']

// Detects whether the database to restore into is empty, freshly installed, half restored, or contains a shop.

type RestoreTargetState = 'empty' | 'installed' | 'half-restored' | 'shop'

/** Tables that change by themselves on an unused installation. Its first start adds the default notifications. */
const volatileTables: readonly string[] = [systemVariableTable, 'svc_idempotency', 'svc_used_assertions', 'svc_notification']

/** The rows of a table that an unused installation has, in a form that can be compared. */
function selectComparedRows(table: Table, columns: readonly string[]): installationTables.RowSelection {
  const selection = selectBackupRows(table, columns)
  return table.name === 'svc_texts' ? { ...selection, where: "entity <> 'notification'" } : selection
}

async function computeDigests(
  database: installationTables.Database,
  installation: RestoreTarget,
): Promise<ReadonlyMap<string, TableDigest>> {
  const tables = await installationTables.collectInstallationTables(installation.registry, installation.tracks, database.dialect)
  const real = await database.dialect.readTables(database)
  const view = await database.view()
  try {
    const digests = new Map<string, TableDigest>()
    for (const table of tables.values()) {
      const present = real.get(table.name)
      if (!present || !isBackedUp(table) || volatileTables.includes(table.name)) continue
      const columns = Object.keys(table.columns).filter((name) => present.columns.has(name))
      const digest = createTableDigest()
      for await (const part of formatTableParts(view.rows(selectComparedRows(table, columns)), columns)) digest.take(part)
      digests.set(table.name, digest.end())
    }
    return digests
  } finally {
    await view.end()
  }
}

/** Reads only. */
async function detectTargetState(
  database: installationTables.Database,
  installation: RestoreTarget,
): Promise<RestoreTargetState> {
  const bookkeeping = await installationTables.readBookkeeping(database)
  if (bookkeeping === null || (bookkeeping.pointers.size === 0 && bookkeeping.restore === null)) return 'empty'
  if (bookkeeping.restore !== null) return 'half-restored'
  const fresh = await createMigratedDatabase(installation, installation.tracks)
  try {
    const [here, there] = [await computeDigests(database, installation), await computeDigests(fresh, installation)]
    const isSame = [...here].every(([table, { sha256 }]) => there.get(table)?.sha256 === sha256)
    return isSame ? 'installed' : 'shop'
  } finally {
    await fresh.close()
  }
}

/** The name that a person types to confirm the loss of a database: its name, or the name of its file. */
export function toDatabaseName(maskedUrl: string): string {
  return decodeURIComponent(/([^/\\:]*)$/.exec(maskedUrl.replace(/\?.*$/, ''))![1]!)
}

/** VALIDATION_FAILED on `replace` if a shop would be deleted without confirmation. */
function requireReplaceable(targetState: RestoreTargetState, maskedUrl: string, replace: string | undefined): void {
  if (targetState !== 'shop') return
  const name = toDatabaseName(maskedUrl)
  if (replace === name) return
  throw ValidationError.of('replace', createMessage('operations.replaceUnconfirmed', { database: maskedUrl, name }))
}

/**
 * Changes nothing if it refuses. If it fails later or is killed, the service refuses to start on the database until a restore has finished.
 * @param files the whole store; the database's own part of it is found or created
 */
export async function restoreBackup(
  installation: RestoreTarget,
  backup: Backup,
  target: { readonly database: installationTables.Database; readonly files: storedFiles.FileStore },
  { replace, checks, progress }: RestoreOptions,
): Promise<RestoreReport> {
  const { database } = target
  const targetState = await detectTargetState(database, installation)
  requireReplaceable(targetState, database.maskedUrl, replace)
  await requireIntactBackup(installation, backup, progress)
  await installationTables.prepareBookkeeping(database)
  const lease = await acquireLease(database, 'restore', leaseTimeout)
  if (!lease) throw new ServiceError('NOT_READY', createMessage('operations.restoreRunning'))
  try {
    const before = targetState === 'shop' ? await database.backup() : null
    if (before !== null) progress(createMessage('results.databaseSaved', { path: before }))
    await installationTables.beginRestore(database, createRestoreMark(backup, before))
    await recreateTables(installation, backup, database)
    await withFileRefusals(() => loadRows(database, backup, progress))
    const files = await loadFiles(backup, target.files.scoped(await loadFileScope(database)))
    const differing = await findDifferingTables(database, backup)
    if (differing.length > 0)
      throw new ServiceError('NOT_READY', createMessage('operations.restoreDisturbed', { tables: differing }))
    const findings = await findBackupFaults(database, installation, checks)
    await unit(database, async (u) => u.changeSet.raiseAllVersions())
    await installationTables.endRestore(database)
    const tables = Object.values(backup.manifest.tables)
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files, before, findings }
  } finally {
    await lease.release()
  }
}

/** The message of every start until a restore has finished. */
function createRestoreMark({ name, manifest: { moment: time } }: Backup, before: string | null): Message {
  if (before === null) return createMessage('results.restoreUnfinished', { backup: name, time })
  return createMessage('results.restoreUnfinishedSaved', { backup: name, time, path: before })
}

/** Recreates every table with the migrations of the backup, without a transaction: MySQL has none for table definitions. */
async function recreateTables(installation: RestoreTarget, backup: Backup, database: installationTables.Database): Promise<void> {
  const { registry, tracks, entityTables, languages } = installation
  const real = await database.dialect.readTables(database)
  for (const name of (await installationTables.collectInstallationTables(registry, tracks, database.dialect)).keys()) {
    if (real.has(name) && !preservedTables.includes(name))
      await database.execute(`DROP TABLE ${installationTables.quoteName(name)}`)
  }
  const stay = locationVariables.map((name) => `'${name}'`).join(', ')
  await database.run(`DELETE FROM svc_system_variables WHERE name NOT IN (${stay})`)
  const { failure } = await installationTables.migrate({
    database,
    tracks: resolveBackupTracks(installation, backup.manifest),
    entityTables,
    languages,
  })
  if (failure)
    throw new ServiceError(
      'NOT_READY',
      createMessage('operations.migrationFailed', { version: failure.version, owner: failure.owner, reason: failure.message }),
    )
}

async function loadFiles(backup: Backup, store: storedFiles.FileStore): Promise<number> {
  let count = 0
  for (const name of Object.keys(backup.manifest.files)) {
    const received = await store.receive(backup.file(name), Infinity)
    await received.keep(name).catch(async (error: unknown) => {
      await received.drop()
      throw error
    })
    count++
  }
  return count
}
