// Validates the manifest of a backup, which may have been modified: every part must have the right form.
import { isObject } from '../../foundation/object.js'
import { PackageFault } from '../package/faults.js'
import { backupFormat, backupManifest, type BackupManifest, backupVersion } from './format.js'
import { isCount, isText, throwManifestFault, parseManifest } from '../package/manifest-parts.js'

const refuseManifest: (message: string) => never = (message) => throwManifestFault(backupManifest, message)
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,63}$/i.test(value)
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const isOwner = (value: unknown): boolean => isText(value, 214)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
export function readBackupManifest(bytes: Uint8Array): BackupManifest {
  const manifest = parseManifest(backupManifest, bytes)
  const { format, version, service, database, moment: timestamp, tracks, tables, files, lost, notKept: omitted } = manifest
  if (format !== backupFormat)
    refuseManifest(`its format is not '${backupFormat}'. A transfer package is imported by svc:product:import.`)
  if (!isCount(version) || version < 1) refuseManifest('it names no version of the format.')
  if (version !== backupVersion) {
    const message = `The backup is of version ${version} of the format, and this service reads version ${backupVersion}. Update the service.`
    throw new PackageFault('format-version', message)
  }
  if (!isText(service, 100) || !isText(database, 100)) refuseManifest('it does not say which service and database it comes from.')
  if (!isTimestamp(timestamp)) refuseManifest("'moment' is no time.")
  if (!isObject(tracks) || !Object.entries(tracks).every(([owner, at]) => isOwner(owner) && isText(at, 4) && /^\d{4}$/.test(at)))
    refuseManifest("'tracks' does not say which scripts have run.")
  if (!isObject(tables) || !Object.entries(tables).every(([name, table]) => isName(name) && isTable(table)))
    refuseManifest("'tables' has no owner, columns, counts and checksum for each table.")
  if (!isObject(files) || !Object.values(files).every(isFile)) refuseManifest("'files' has no checksum and size for each file.")
  if (!Array.isArray(lost) || !lost.every((name) => isText(name, 255))) refuseManifest("'lost' is no list of files.")
  if (!Array.isArray(omitted)) refuseManifest("'notKept' is no list.")
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
