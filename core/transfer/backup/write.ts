// Writes a backup: every row and file of one point in time, while the shop stays online.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import { getCoreVersion } from '../../foundation/version.js'
import type { Table } from '../../foundation/table.js'
import type { Context } from '../../storage/context.js'
import type { Dialect, ExistingTable } from '../../storage/database/dialect.js'
import type { ReadView } from '../../storage/database/driver.js'
import { readBookkeeping } from '../../storage/migration/bookkeeping.js'
import { collectInstallationTables } from '../../storage/migration/installation-tables.js'
import type { ZipLocation } from '../../storage/files/zip-store.js'
import { createZip, type ZipWriter } from '../package/write-zip.js'
import {
  backupFormat,
  backupManifest,
  backupVersion,
  type BackupFile,
  type BackupManifest,
  type BackupTable,
  toTablePartPath,
  toStoredFilePath,
} from './format.js'
import { openProtectedView, type ProtectedView } from './protected-view.js'
import { isBackedUp, listOmittedData, selectBackupRows } from './row-selection.js'
import { createTableDigest, formatTableParts } from './rows.js'

export interface BackupResult {
  readonly path: string
  /** File size in bytes. */
  readonly size: number
  readonly manifest: BackupManifest
}

export interface BackupOptions {
  progress(sentence: string): void
  /** Aborts the backup. */
  readonly signal?: AbortSignal
}

/** The file appears at its location when it is complete. Throws errors of the disk or the database and leaves no file then. */
export async function writeBackup(context: Context, place: ZipLocation, options: BackupOptions): Promise<BackupResult> {
  const zip = await createZip(place)
  try {
    const manifest = await writeContents(context, zip, options)
    await zip.add(backupManifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    return { path: place.path, size: await zip.finish(), manifest }
  } catch (error) {
    await zip.drop()
    throw error
  }
}

async function writeContents(
  { database, registry, tracks, files, clock }: Context,
  zip: ZipWriter,
  options: BackupOptions,
): Promise<BackupManifest> {
  const { dialect } = database
  const tables = await collectInstallationTables(registry, tracks, dialect)
  const real = await dialect.readTables(database)
  const protectedView = await openProtectedView({ database, registry, store: files, now: () => clock.now() })
  try {
    const pointersByOwner = await readMigrationPointers(protectedView.view, dialect)
    const ownerNames = new Set(tracks.map(({ owner }) => owner))
    const strangers = [...pointersByOwner.keys()].filter((owner) => !ownerNames.has(owner)).sort()
    const pointers = [...pointersByOwner].filter(([owner]) => ownerNames.has(owner)).sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      format: backupFormat,
      version: backupVersion,
      service: getCoreVersion(),
      database: dialect.name,
      moment: formatIsoTime(protectedView.timestamp),
      tracks: Object.fromEntries(pointers),
      tables: await writeTables({ view: protectedView.view, dialect, zip, strangers, options }, tables, real),
      files: await writeFiles(protectedView, zip, options),
      lost: protectedView.lost,
      notKept: listOmittedData(strangers),
    }
  } finally {
    await protectedView.end()
  }
}

async function readMigrationPointers(view: ReadView, dialect: Dialect): Promise<ReadonlyMap<string, string>> {
  const run = (): Promise<never> => Promise.reject(new Error('A view is only read.'))
  const bookkeeping = await readBookkeeping({ dialect, run, query: (sql, params) => view.query(sql, params) })
  return bookkeeping?.pointers ?? new Map()
}

interface TableWriteContext {
  readonly view: ReadView
  readonly dialect: Dialect
  readonly zip: ZipWriter
  readonly strangers: readonly string[]
  readonly options: BackupOptions
}

function requireNotAborted({ signal }: BackupOptions): void {
  if (signal?.aborted) throw new ServiceError('NOT_READY', 'The backup was given up because the service stops.')
}

async function writeTables(
  writing: TableWriteContext,
  tables: ReadonlyMap<string, Table>,
  real: ReadonlyMap<string, ExistingTable>,
): Promise<Readonly<Record<string, BackupTable>>> {
  const next = await writing.dialect.nextIds(writing.view)
  const backupTables: Record<string, BackupTable> = {}
  for (const table of tables.values()) {
    const present = real.get(table.name)
    if (!present || !isBackedUp(table)) continue
    const columns = Object.keys(table.columns).filter((name) => present.columns.has(name))
    const digest = createTableDigest()
    let parts = 0
    for await (const part of formatTableParts(writing.view.rows(selectBackupRows(table, columns, writing.strangers)), columns)) {
      requireNotAborted(writing.options)
      digest.take(part)
      await nextTurn()
      await writing.zip.add(toTablePartPath(table.name, ++parts), part.bytes)
    }
    const { rows, ...sums } = digest.end()
    const counts = table.autoIncrement === true ? (next.get(table.name) ?? 1) : null
    backupTables[table.name] = { owner: table.owner, columns, rows, next: counts, parts, ...sums }
    if (parts > 1) writing.options.progress(`Wrote ${rows} rows of ${table.name}.`)
  }
  return backupTables
}

async function writeFiles(
  { files, names, lost }: ProtectedView,
  zip: ZipWriter,
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
