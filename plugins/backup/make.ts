// Makes a backup in a folder or bucket, under a generated name.
import {
  createMessage,
  type MessageText,
  hour,
  minute,
  ServiceError,
  ValidationError,
  type Table,
  type Context,
} from '#core/contract.js'
import {
  formatIsoTime,
  serviceState,
  type Registry,
  installationTables,
  loadFileScope,
  type storedFiles,
  type ZipStore,
  zipFiles,
  readBackupState,
  fileTransfers,
} from '#core/surface.js'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  backupFormat,
  backupManifest,
  backupVersion,
  type BackupFile,
  type BackupManifest,
  type BackupTable,
  toTablePartPath,
  toStoredFilePath,
} from './open.js'
import { isBackedUp, listOmittedData, selectBackupRows, createTableDigest, formatTableParts } from './rows.js'
import { createBackupName, removeOldBackups } from './location.js'

export interface BackupResult {
  readonly path: string
  /** File size in bytes. */
  readonly size: number
  readonly manifest: BackupManifest
}

interface BackupOptions {
  progress(message: MessageText): void
  /** Aborts the backup. */
  readonly signal?: AbortSignal
}

/** The file appears at its location when it is complete. Throws errors of the disk or the database and leaves no file then. */
export async function writeBackup(context: Context, place: zipFiles.ZipLocation, options: BackupOptions): Promise<BackupResult> {
  const zip = await zipFiles.createZip(place)
  try {
    const manifest = await writeContents(context, zip, options)
    await zip.add(backupManifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    return { path: place.path, size: await zip.finish(), manifest }
  } catch (error) {
    await zip.drop()
    throw error
  }
}

interface ProtectedView {
  readonly view: installationTables.ReadView
  readonly files: storedFiles.RetainedFiles
  /** Sorted. */
  readonly names: readonly string[]
  /** Referenced files that are missing in the store. */
  readonly lost: readonly string[]
  /** Milliseconds since the epoch: everything in the view was committed by then. */
  readonly timestamp: number
  end(): Promise<void>
}

/** Every file name in the view: names with a row, and names in fields of records. */
async function collectFileNames(view: installationTables.ReadView, registry: Registry): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const collect = async (sql: string): Promise<void> => {
    for (const { name } of await view.query<{ name: string }>(sql)) if (name !== '') names.add(name)
  }
  await collect('SELECT DISTINCT name FROM svc_files')
  for (const entity of registry.entities.values()) {
    for (const { name, kind } of Object.values(entity.properties)) {
      if (kind.files === undefined) continue
      await collect(
        `SELECT DISTINCT ${installationTables.quoteName(name)} AS name FROM ${installationTables.quoteName(entity.table)} WHERE ${installationTables.quoteName(name)} IS NOT NULL`,
      )
    }
  }
  return names
}

/**
 * A file may be removed between the view and its protection. Then a newer view is taken, which no longer references it. Protected files
 * stay protected, so the loop ends. A file that two consecutive views reference and the store lacks is lost.
 */
async function openProtectedView({
  database,
  registry,
  store,
  now,
}: {
  readonly database: installationTables.Database
  readonly registry: Registry
  readonly store: storedFiles.FileStore
  now(): number
}): Promise<ProtectedView> {
  const files = await store.retain()
  const lockedNames = new Set<string>()
  let missing: ReadonlySet<string> = new Set()
  for (;;) {
    const view = await database.view().catch(async (error: unknown) => {
      await files.release()
      throw error
    })
    const timestamp = now()
    const end = async (): Promise<void> => {
      await view.end()
      await files.release()
    }
    try {
      const names = [...(await collectFileNames(view, registry))].sort()
      const absent = new Set<string>()
      for (const name of names) {
        if (lockedNames.has(name)) continue
        if (await files.add(name)) lockedNames.add(name)
        else absent.add(name)
      }
      if ([...absent].every((name) => missing.has(name))) return { view, files, names, lost: [...absent], timestamp, end }
      missing = absent
      await view.end()
    } catch (error) {
      await end()
      throw error
    }
  }
}

async function writeContents(
  { database, registry, tracks, files, clock }: Context,
  zip: zipFiles.ZipWriter,
  options: BackupOptions,
): Promise<BackupManifest> {
  const { dialect } = database
  const tables = await installationTables.collectInstallationTables(registry, tracks, dialect)
  const real = await dialect.readTables(database)
  const protectedView = await openProtectedView({ database, registry, store: files, now: () => clock.now() })
  try {
    const pointersByOwner = await readMigrationPointers(protectedView.view, dialect)
    const ownerNames = new Set(tracks.map(({ owner }) => owner))
    const unknownOwners = [...pointersByOwner.keys()].filter((owner) => !ownerNames.has(owner)).sort()
    const pointers = [...pointersByOwner].filter(([owner]) => ownerNames.has(owner)).sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      format: backupFormat,
      version: backupVersion,
      service: serviceState.getCoreVersion(),
      database: dialect.name,
      moment: formatIsoTime(protectedView.timestamp),
      tracks: Object.fromEntries(pointers),
      tables: await writeTables({ view: protectedView.view, dialect, zip, unknownOwners, options }, tables, real),
      files: await writeFiles(protectedView, zip, options),
      lost: protectedView.lost,
      notKept: listOmittedData(unknownOwners),
    }
  } finally {
    await protectedView.end()
  }
}

async function readMigrationPointers(
  view: installationTables.ReadView,
  dialect: installationTables.Dialect,
): Promise<ReadonlyMap<string, string>> {
  const run = (): Promise<never> => Promise.reject(new Error('Views are read-only.'))
  const bookkeeping = await installationTables.readBookkeeping({ dialect, run, query: (sql, params) => view.query(sql, params) })
  return bookkeeping?.pointers ?? new Map()
}

interface TableWriteContext {
  readonly view: installationTables.ReadView
  readonly dialect: installationTables.Dialect
  readonly zip: zipFiles.ZipWriter
  readonly unknownOwners: readonly string[]
  readonly options: BackupOptions
}

function requireNotAborted({ signal }: BackupOptions): void {
  if (signal?.aborted) throw new ServiceError('NOT_READY', createMessage('operations.backupCancelled'))
}

async function writeTables(
  writing: TableWriteContext,
  tables: ReadonlyMap<string, Table>,
  real: ReadonlyMap<string, installationTables.ExistingTable>,
): Promise<Readonly<Record<string, BackupTable>>> {
  const next = await writing.dialect.nextIds(writing.view)
  const backupTables: Record<string, BackupTable> = {}
  for (const table of tables.values()) {
    const present = real.get(table.name)
    if (!present || !isBackedUp(table)) continue
    const columns = Object.keys(table.columns).filter((name) => present.columns.has(name))
    const digest = createTableDigest()
    let parts = 0
    for await (const part of formatTableParts(
      writing.view.rows(selectBackupRows(table, columns, writing.unknownOwners)),
      columns,
    )) {
      requireNotAborted(writing.options)
      digest.take(part)
      await nextTurn()
      await writing.zip.add(toTablePartPath(table.name, ++parts), part.bytes)
    }
    const { rows, ...sums } = digest.end()
    const counts = table.autoIncrement === true ? (next.get(table.name) ?? 1) : null
    backupTables[table.name] = { owner: table.owner, columns, rows, next: counts, parts, ...sums }
    if (parts > 1) writing.options.progress(createMessage('results.wroteRows', { count: rows, table: table.name }))
  }
  return backupTables
}

async function writeFiles(
  { files, names, lost }: ProtectedView,
  zip: zipFiles.ZipWriter,
  options: BackupOptions,
): Promise<Readonly<Record<string, BackupFile>>> {
  const absent = new Set(lost)
  const backupFiles: Record<string, BackupFile> = {}
  for (const name of names) {
    if (absent.has(name)) continue
    requireNotAborted(options)
    const size = await files.size(name)
    const hash = createHash('sha256')
    await zip.addStream(
      toStoredFilePath(name),
      observeChunks(files.read(name), (chunk) => hash.update(chunk)),
      size,
    )
    backupFiles[name] = { size, sha256: hash.digest('hex') }
  }
  return backupFiles
}

async function* observeChunks(chunks: AsyncIterable<Uint8Array>, see: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    see(chunk)
    yield chunk
  }
}

/** VALIDATION_FAILED on `to` if it is the path of a file or cannot be written. */
export async function makeBackup(context: Context, store: ZipStore, options: BackupOptions): Promise<BackupResult> {
  const { path: folder, isBucket } = store
  if (!isBucket && folder.toLowerCase().endsWith('.zip') && !existsSync(folder)) {
    throw ValidationError.of('to', createMessage('operations.backupIntoFile', { path: folder, example: dirname(folder) }))
  }
  const name = createBackupName(await loadFileScope(context.database), formatIsoTime(context.clock.now()))
  try {
    return await fileTransfers.withTransferNote(context, { what: 'backup', name, products: [] }, () =>
      writeBackup(context, store.locate(name), options),
    )
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const reason = zipFiles.explainWriteError(error)
    if (reason !== null) throw ValidationError.of('to', createMessage('operations.backupNotWritten', { path: folder, reason }))
    throw error
  }
}

// Makes a scheduled backup when the last one is old enough, and removes the oldest backups.

/** Milliseconds that a backup may be early, because the check does not run at the exact time. */
const dueTolerance = 5 * minute

/** Does nothing without a folder or while the last backup is recent. A failure is recorded and thrown. */
export async function backUpIfDue(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock, log, backups } = context
  if (backups.store === null) return
  const state = await readBackupState(database)
  if (state.made !== null && clock.now() - state.made < backups.hours * hour - dueTolerance) return
  const began = clock.now()
  try {
    const { path, size, manifest } = await makeBackup(context, backups.store, { progress: () => undefined, signal })
    await serviceState.writeBackupState(database, { made: began, failed: null })
    const removed = await removeOldBackups(backups.store, await loadFileScope(database), backups.kept)
    const [lost, details] = [manifest.lost.length, { path, size, removed: removed.length, lost: manifest.lost.length }]
    if (lost === 0) log.info(details, 'The backup was created.')
    else log.warn(details, `The backup was created, but ${lost} files of records are missing from the file store.`)
  } catch (error) {
    if (!signal.aborted) await serviceState.writeBackupState(database, { ...state, failed: formatIsoTime(began) })
    throw error
  }
}
