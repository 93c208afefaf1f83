// Format of a backup: the names inside the zip, its manifest, and the limits of a reader.
import type { ZipRules } from '../package/format.js'

export const backupFormat = 'svc-backup'
/** Raise it when older readers would misread new backups. */
export const backupVersion = 1
export const backupManifest = 'manifest.json'

/** Bytes of rows after which a table continues in another file; a single row may be longer. */
export const partBytes = 1_048_576

const mebibyte = 1_048_576

export const backupZip: ZipRules = {
  noun: 'backup',
  argument: 'file',
  entries: 1_000_000,
  total: 1_048_576 * mebibyte,
  limitOf: (name) => (name.startsWith('files/') ? 1_024 * mebibyte : 256 * mebibyte),
  ratio: 100,
  small: 65_536,
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

/** Data in the database that the backup omits, with the reason. */
export interface OmittedData {
  readonly what: string
  readonly why: string
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
