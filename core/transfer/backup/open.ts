// Opens a backup for reading: compares its files with the manifest, and reads rows and files sequentially.
import { createMessage, getMessage, type Message, type MessageText } from '../../foundation/message.js'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { ValidationError } from '../../foundation/errors.js'
import type { SqlValue } from '../../storage/database/dialect.js'
import type { ZipLocation } from '../../storage/files/zip-store.js'
import { PackageFault } from '../package/faults.js'
import { openZip, type ZipReader } from '../package/read-zip.js'
import {
  backupFormat,
  backupManifest,
  type BackupManifest,
  backupVersion,
  backupZip,
  toStoredFilePath,
  toTablePartPath,
} from './format.js'
import { parseTableRows } from './rows.js'
import { isObject } from '../../foundation/json.js'
import { isCount, isText, parseManifest, throwManifestFault } from '../package/format.js'

const refuseManifest: (reason: Message) => never = (reason) => throwManifestFault(backupManifest, reason)
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,63}$/i.test(value)
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isOwner = (value: unknown): boolean => isText(value, 214)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
async function readBackupManifest(bytes: Uint8Array): Promise<BackupManifest> {
  const manifest = await parseManifest(backupManifest, bytes, { bytes: maxManifestBytes, keys: Infinity })
  const { format, version, service, database, moment: timestamp, tracks, tables, files, lost, notKept: omitted } = manifest
  if (format !== backupFormat) refuseManifest(createMessage('operations.backupFormat', { format: backupFormat }))
  if (!isCount(version) || version < 1) refuseManifest(createMessage('transfer.manifestVersion'))
  if (version !== backupVersion) {
    throw new PackageFault('format-version', createMessage('operations.backupVersion', { version, own: backupVersion }))
  }
  if (!isText(service, 100) || !isText(database, 100)) refuseManifest(createMessage('operations.backupService'))
  if (!isTimestamp(timestamp)) refuseManifest(createMessage('operations.backupMoment'))
  if (!isObject(tracks) || !Object.entries(tracks).every(([owner, at]) => isOwner(owner) && isText(at, 4) && /^\d{4}$/.test(at)))
    refuseManifest(createMessage('operations.backupTracks'))
  if (!isObject(tables) || !Object.entries(tables).every(([name, table]) => isName(name) && isTable(table)))
    refuseManifest(createMessage('operations.backupTables'))
  if (!isObject(files) || !Object.values(files).every(isFile)) refuseManifest(createMessage('operations.backupFiles'))
  if (!Array.isArray(lost) || !lost.every((name) => isText(name, 255))) refuseManifest(createMessage('operations.backupLost'))
  if (!Array.isArray(omitted)) refuseManifest(createMessage('operations.backupOmitted'))
  return manifest as unknown as BackupManifest
}

function isTable(value: unknown): boolean {
  if (!isObject(value)) return false
  const { owner, columns, rows, next, parts, size, sha256 } = value
  const hasColumns = Array.isArray(columns) && columns.length > 0 && columns.length <= 1_000 && columns.every(isName)
  const counts = [rows, parts, size].every(isCount) && (parts as number) <= 999_999
  return isOwner(owner) && hasColumns && counts && (next === null || (isCount(next) && next > 0)) && isDigest(sha256)
}

function isFile(value: unknown): boolean {
  return isObject(value) && isCount(value['size']) && isDigest(value['sha256'])
}

/** Maximum bytes of a manifest: it lists every file. */
const maxManifestBytes = 256 * 1_048_576

export interface Backup {
  /** The file name, shown to users. */
  readonly name: string
  readonly manifest: BackupManifest
  /** The rows of a table, one part at a time. */
  rows(table: string): AsyncGenerator<readonly (readonly SqlValue[])[]>
  file(name: string): AsyncIterable<Uint8Array>
  /** Reads everything once; PackageFault for the first part that differs from the manifest. */
  verify(progress: (message: MessageText) => void): Promise<void>
  close(): void
}

/** VALIDATION_FAILED on `file` if there is no file, or it is not a valid backup. */
export async function openBackup(place: ZipLocation): Promise<Backup> {
  return withFileRefusals(async () => {
    const zip = await openZip(place, place.path, backupZip)
    try {
      if (!zip.sizes.has(backupManifest)) {
        throw new PackageFault('not-a-package', createMessage('operations.notABackup', { name: backupManifest }))
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
    if (error instanceof PackageFault)
      throw ValidationError.of('file', createMessage('operations.backupUnusable', { reason: getMessage(error) }))
    throw error
  }
}

function createBackupReader(name: string, zip: ZipReader, manifest: BackupManifest): Backup {
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
          throw new PackageFault('checksum', createMessage('operations.tableDamaged', { name: table }))
        if (count !== rows)
          throw new PackageFault('manifest', createMessage('operations.rowCount', { table, count, listed: rows }))
      }
      progress(createMessage('results.checkedTables', { count: Object.keys(manifest.tables).length }))
      for (const [stored, { sha256 }] of Object.entries(manifest.files)) {
        const hash = createHash('sha256')
        for await (const chunk of zip.stream(toStoredFilePath(stored))) hash.update(chunk)
        if (hash.digest('hex') !== sha256)
          throw new PackageFault('checksum', createMessage('operations.fileDamaged', { name: stored }))
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
    if (size === undefined) throw new PackageFault('missing-file', createMessage('operations.listedMissing', { path }))
    listed.add(path)
    return size
  }
  for (const [name, { parts, size }] of Object.entries(tables)) {
    let totalSize = 0
    for (let part = 1; part <= parts; part++) totalSize += require(toTablePartPath(name, part))
    if (totalSize !== size)
      throw new PackageFault('checksum', createMessage('operations.tableSize', { name, size: totalSize, listed: size }))
  }
  for (const [name, { size }] of Object.entries(files)) {
    const storedSize = require(toStoredFilePath(name))
    if (storedSize !== size)
      throw new PackageFault('checksum', createMessage('operations.fileSize', { name, size: storedSize, listed: size }))
  }
  for (const path of sizes.keys()) {
    if (!listed.has(path)) throw new PackageFault('unlisted-file', createMessage('operations.unlisted', { path }))
  }
}
