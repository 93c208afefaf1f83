// Opens a backup for reading: compares its files with the manifest, and reads rows and files sequentially.
import { createMessage, type Message, type MessageText, ValidationError } from '#core/contract.js'
import { getMessage, type installationTables, zipFiles, isObject } from '#core/surface.js'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type OmittedData, parseTableRows } from './rows.js'

/** Format of a backup: the names inside the zip, its manifest, and the limits of a reader. */
export const backupFormat = 'svc-backup'
/** Raise it when older readers would misread new backups. */
export const backupVersion = 1
export const backupManifest = 'manifest.json'

const mebibyte = 1_048_576

export const backupZip: zipFiles.ZipRules = {
  noun: 'backup',
  argument: 'file',
  entries: 1_000_000,
  total: 1_048_576 * mebibyte,
  limitOf: (name) => (name.startsWith('files/') ? 1_024 * mebibyte : 256 * mebibyte),
  ...zipFiles.zipLimits,
  names:
    /^(?:manifest\.json|tables\/(?:[a-z_][a-z0-9_]{0,63}\/(?:\d{6}\.jsonl)?)?|files\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,254})?)$/,
}

/** The rows of one table: each line of its parts is a list of values in the order of the columns. */
export interface BackupTable {
  /** The owner of the table: `core`, or a customization. */
  readonly owner: string
  readonly columns: readonly string[]
  readonly rows: number
  /** The id of the next record; null if ids do not count up. */
  readonly next: number | null
  readonly parts: number
  /** Total bytes of all parts; `sha256` is the checksum of their concatenation. */
  readonly size: number
  readonly sha256: string
}

export interface BackupFile {
  readonly size: number
  readonly sha256: string
}

export interface BackupManifest {
  readonly format: string
  readonly version: number
  /** Version of the service that wrote the backup. */
  readonly service: string
  /** `sqlite` or `mysql`. */
  readonly database: string
  /** ISO 8601: the backup has everything committed by then, and nothing later. */
  readonly moment: string
  /** The last finished migration by owner. */
  readonly tracks: Readonly<Record<string, string>>
  readonly tables: Readonly<Record<string, BackupTable>>
  /** By name in the file store. */
  readonly files: Readonly<Record<string, BackupFile>>
  /** Files that records reference and that were already missing in the store. */
  readonly lost: readonly string[]
  readonly notKept: readonly OmittedData[]
}

export const toTablePartPath = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const toStoredFilePath = (name: string): string => `files/${name}`

const refuseManifest: (reason: Message) => never = (reason) => zipFiles.throwManifestFault(backupManifest, reason)
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,63}$/i.test(value)
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isOwner = (value: unknown): boolean => zipFiles.isText(value, 214)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
async function readBackupManifest(bytes: Uint8Array): Promise<BackupManifest> {
  const manifest = await zipFiles.parseManifest(backupManifest, bytes, { bytes: maxManifestBytes, keys: Infinity })
  const { format, version, service, database, moment: timestamp, tracks, tables, files, lost, notKept: omitted } = manifest
  if (format !== backupFormat) refuseManifest(createMessage('operations.backupFormat', { format: backupFormat }))
  if (!zipFiles.isCount(version) || version < 1) refuseManifest(createMessage('transfer.manifestVersion'))
  if (version !== backupVersion) {
    throw new zipFiles.PackageFault('format-version', createMessage('operations.backupVersion', { version, own: backupVersion }))
  }
  if (!zipFiles.isText(service, 100) || !zipFiles.isText(database, 100)) refuseManifest(createMessage('operations.backupService'))
  if (!isTimestamp(timestamp)) refuseManifest(createMessage('operations.backupMoment'))
  if (
    !isObject(tracks) ||
    !Object.entries(tracks).every(([owner, at]) => isOwner(owner) && zipFiles.isText(at, 4) && /^\d{4}$/.test(at))
  )
    refuseManifest(createMessage('operations.backupTracks'))
  if (!isObject(tables) || !Object.entries(tables).every(([name, table]) => isName(name) && isTable(table)))
    refuseManifest(createMessage('operations.backupTables'))
  if (!isObject(files) || !Object.values(files).every(isFile)) refuseManifest(createMessage('operations.backupFiles'))
  if (!Array.isArray(lost) || !lost.every((name) => zipFiles.isText(name, 255)))
    refuseManifest(createMessage('operations.backupLost'))
  if (!Array.isArray(omitted)) refuseManifest(createMessage('operations.backupOmitted'))
  return manifest as unknown as BackupManifest
}

function isTable(value: unknown): boolean {
  if (!isObject(value)) return false
  const { owner, columns, rows, next, parts, size, sha256 } = value
  const hasColumns = Array.isArray(columns) && columns.length > 0 && columns.length <= 1_000 && columns.every(isName)
  const counts = [rows, parts, size].every(zipFiles.isCount) && (parts as number) <= 999_999
  return isOwner(owner) && hasColumns && counts && (next === null || (zipFiles.isCount(next) && next > 0)) && isDigest(sha256)
}

function isFile(value: unknown): boolean {
  return isObject(value) && zipFiles.isCount(value['size']) && isDigest(value['sha256'])
}

/** Maximum bytes of a manifest: it lists every file. */
const maxManifestBytes = 256 * 1_048_576

export interface Backup {
  /** The file name, shown to users. */
  readonly name: string
  readonly manifest: BackupManifest
  /** The rows of a table, one part at a time. */
  rows(table: string): AsyncGenerator<readonly (readonly installationTables.SqlValue[])[]>
  file(name: string): AsyncIterable<Uint8Array>
  /** Reads everything once; PackageFault for the first part that differs from the manifest. */
  verify(progress: (message: MessageText) => void): Promise<void>
  close(): void
}

/** VALIDATION_FAILED on `file` if there is no file, or it is not a valid backup. */
export async function openBackup(place: zipFiles.ZipLocation): Promise<Backup> {
  return withFileRefusals(async () => {
    const zip = await zipFiles.openZip(place, place.path, backupZip)
    try {
      if (!zip.sizes.has(backupManifest)) {
        throw new zipFiles.PackageFault('not-a-package', createMessage('operations.notABackup', { name: backupManifest }))
      }
      const manifest = await readBackupManifest(await zip.read(backupManifest, maxManifestBytes))
      validateFileList(manifest, zip.sizes)
      return createBackupReader(basename(place.path), zip, manifest)
    } catch (error) {
      zip.close()
      throw error
    }
  })
}

/** Turns a PackageFault into VALIDATION_FAILED on the argument `file`. */
export async function withFileRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof zipFiles.PackageFault)
      throw ValidationError.of('file', createMessage('operations.backupUnusable', { reason: getMessage(error) }))
    throw error
  }
}

function createBackupReader(name: string, zip: zipFiles.ZipReader, manifest: BackupManifest): Backup {
  async function* partsOf(table: string): AsyncGenerator<readonly [name: string, bytes: Uint8Array]> {
    for (let part = 1; part <= manifest.tables[table]!.parts; part++) {
      const path = toTablePartPath(table, part)
      yield [path, await zip.read(path, backupZip.limitOf(path))]
    }
  }
  return {
    name,
    manifest,
    async *rows(table) {
      const { columns } = manifest.tables[table]!
      for await (const [path, bytes] of partsOf(table)) yield parseTableRows(path, bytes, columns.length)
    },
    file: (stored) => zip.stream(toStoredFilePath(stored)),
    async verify(progress) {
      for (const [table, { columns, rows, sha256 }] of Object.entries(manifest.tables)) {
        const hash = createHash('sha256')
        let count = 0
        for await (const [path, bytes] of partsOf(table)) {
          hash.update(bytes)
          count += parseTableRows(path, bytes, columns.length).length
        }
        if (hash.digest('hex') !== sha256)
          throw new zipFiles.PackageFault('checksum', createMessage('operations.tableDamaged', { name: table }))
        if (count !== rows)
          throw new zipFiles.PackageFault('manifest', createMessage('operations.rowCount', { table, count, listed: rows }))
      }
      progress(createMessage('results.checkedTables', { count: Object.keys(manifest.tables).length }))
      for (const [stored, { sha256 }] of Object.entries(manifest.files)) {
        const hash = createHash('sha256')
        for await (const chunk of zip.stream(toStoredFilePath(stored))) hash.update(chunk)
        if (hash.digest('hex') !== sha256)
          throw new zipFiles.PackageFault('checksum', createMessage('operations.fileDamaged', { name: stored }))
      }
      progress(createMessage('results.checkedFiles', { count: Object.keys(manifest.files).length }))
    },
    close: () => zip.close(),
  }
}

/** Checks that the zip and the manifest list the same files with the same sizes. */
function validateFileList({ tables, files }: BackupManifest, sizes: ReadonlyMap<string, number>): void {
  const listed = new Set<string>([backupManifest])
  const require = (path: string): number => {
    const size = sizes.get(path)
    if (size === undefined) throw new zipFiles.PackageFault('missing-file', createMessage('operations.listedMissing', { path }))
    listed.add(path)
    return size
  }
  for (const [name, { parts, size }] of Object.entries(tables)) {
    let totalSize = 0
    for (let part = 1; part <= parts; part++) totalSize += require(toTablePartPath(name, part))
    if (totalSize !== size)
      throw new zipFiles.PackageFault('checksum', createMessage('operations.tableSize', { name, size: totalSize, listed: size }))
  }
  for (const [name, { size }] of Object.entries(files)) {
    const storedSize = require(toStoredFilePath(name))
    if (storedSize !== size)
      throw new zipFiles.PackageFault('checksum', createMessage('operations.fileSize', { name, size: storedSize, listed: size }))
  }
  for (const path of sizes.keys()) {
    if (!listed.has(path)) throw new zipFiles.PackageFault('unlisted-file', createMessage('operations.unlisted', { path }))
  }
}
