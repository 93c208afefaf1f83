// Opens a backup for reading: compares its files with the manifest, and reads rows and files sequentially.
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

const refuseManifest: (message: string) => never = (message) => throwManifestFault(backupManifest, message)
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,63}$/i.test(value)
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isOwner = (value: unknown): boolean => isText(value, 214)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
async function readBackupManifest(bytes: Uint8Array): Promise<BackupManifest> {
  const manifest = await parseManifest(backupManifest, bytes, { bytes: maxManifestBytes, keys: Infinity })
  const { format, version, service, database, moment: timestamp, tracks, tables, files, lost, notKept: omitted } = manifest
  if (format !== backupFormat)
    refuseManifest(`its format is not '${backupFormat}'. Import transfer packages with svc:product:import.`)
  if (!isCount(version) || version < 1) refuseManifest('it has no format version.')
  if (version !== backupVersion) {
    const message = `The backup has format version ${version}, but this service reads version ${backupVersion}. Update the service.`
    throw new PackageFault('format-version', message)
  }
  if (!isText(service, 100) || !isText(database, 100))
    refuseManifest('it does not name the service and database that it was made from.')
  if (!isTimestamp(timestamp)) refuseManifest("'moment' is not a time.")
  if (!isObject(tracks) || !Object.entries(tracks).every(([owner, at]) => isOwner(owner) && isText(at, 4) && /^\d{4}$/.test(at)))
    refuseManifest("'tracks' does not list the migrations that have run.")
  if (!isObject(tables) || !Object.entries(tables).every(([name, table]) => isName(name) && isTable(table)))
    refuseManifest("'tables' does not have an owner, columns, counts and a checksum for each table.")
  if (!isObject(files) || !Object.values(files).every(isFile))
    refuseManifest("'files' does not have a checksum and size for each file.")
  if (!Array.isArray(lost) || !lost.every((name) => isText(name, 255))) refuseManifest("'lost' is not a list of files.")
  if (!Array.isArray(omitted)) refuseManifest("'notKept' is not a list.")
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
  verify(progress: (sentence: string) => void): Promise<void>
  close(): void
}

/** VALIDATION_FAILED on `file` if there is no file, or it is not a valid backup. */
export async function openBackup(place: ZipLocation): Promise<Backup> {
  return withFileRefusals(async () => {
    const zip = await openZip(place, place.path, backupZip)
    try {
      if (!zip.sizes.has(backupManifest)) {
        throw new PackageFault('not-a-package', `The zip file is not a backup: ${backupManifest} is missing.`)
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
    if (error instanceof PackageFault) throw ValidationError.of('file', `The backup cannot be used. ${error.message}`)
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
        if (hash.digest('hex') !== sha256) throw createDamageFault(`table '${table}'`)
        if (count !== rows)
          throw new PackageFault('manifest', `Table '${table}' has ${count} rows, but ${rows} are listed in the manifest.`)
      }
      progress(`Checked the rows of ${Object.keys(manifest.tables).length} tables.`)
      for (const [stored, { sha256 }] of Object.entries(manifest.files)) {
        const hash = createHash('sha256')
        for await (const chunk of zip.stream(toStoredFilePath(stored))) hash.update(chunk)
        if (hash.digest('hex') !== sha256) throw createDamageFault(`file '${stored}'`)
      }
      progress(`Checked ${Object.keys(manifest.files).length} files.`)
    },
    close: () => zip.close(),
  }
}

function createDamageFault(subject: string): PackageFault {
  return new PackageFault('checksum', `The ${subject} was changed or damaged: its checksum differs from the manifest.`)
}

/** Checks that the zip and the manifest list the same files with the same sizes. */
function validateFileList({ tables, files }: BackupManifest, sizes: ReadonlyMap<string, number>): void {
  const listed = new Set<string>([backupManifest])
  const require = (path: string): number => {
    const size = sizes.get(path)
    if (size === undefined)
      throw new PackageFault('missing-file', `'${path}' is listed in the manifest but missing from the backup.`)
    listed.add(path)
    return size
  }
  for (const [name, { parts, size }] of Object.entries(tables)) {
    let totalSize = 0
    for (let part = 1; part <= parts; part++) totalSize += require(toTablePartPath(name, part))
    if (totalSize !== size)
      throw new PackageFault('checksum', `Table '${name}' has ${totalSize} bytes, but ${size} are listed in the manifest.`)
  }
  for (const [name, { size }] of Object.entries(files)) {
    const storedSize = require(toStoredFilePath(name))
    if (storedSize !== size)
      throw new PackageFault('checksum', `File '${name}' has ${storedSize} bytes, but ${size} are listed in the manifest.`)
  }
  for (const path of sizes.keys()) {
    if (!listed.has(path))
      throw new PackageFault('unlisted-file', `'${path}' is not listed in the manifest, so it cannot be verified.`)
  }
}
