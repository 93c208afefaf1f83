// What a backup looks like: the names inside the zip, its manifest, and how much of it is taken.
import type { ZipRules } from '../package/format.js'

export const backupFormat = 'svc-backup'
/** Rises when older readers would misread what newer writers write. */
export const backupVersion = 1
export const backupManifest = 'manifest.json'

/** Bytes of rows after which a table goes on in another file; a single row may be longer. */
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
  /** Whose it is: `core`, or a customization. */
  readonly owner: string
  readonly columns: readonly string[]
  readonly rows: number
  /** The id that the next record gets; null where ids do not count up. */
  readonly next: number | null
  readonly parts: number
  /** Bytes, and the checksum, of all parts one after the other. */
  readonly size: number
  readonly sha256: string
}

export interface BackupFile {
  readonly size: number
  readonly sha256: string
}

/** What the database holds and the backup does not, and why. */
export interface NotKept {
  readonly what: string
  readonly why: string
}

export interface BackupManifest {
  readonly format: string
  readonly version: number
  /** The version of the service that wrote it. */
  readonly service: string
  /** `sqlite` or `mysql`. */
  readonly database: string
  /** ISO 8601: everything that was committed by then is in it, and nothing that came later. */
  readonly moment: string
  /** By owner the last finished script. */
  readonly tracks: Readonly<Record<string, string>>
  readonly tables: Readonly<Record<string, BackupTable>>
  /** By their names in the file store. */
  readonly files: Readonly<Record<string, BackupFile>>
  /** Files that records name and the store had lost before. */
  readonly lost: readonly string[]
  readonly notKept: readonly NotKept[]
}

export const partPath = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const storedFilePath = (name: string): string => `files/${name}`
