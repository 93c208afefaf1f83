// The file store interface, and the part of the store that belongs to one database. Implementations write a file completely or not at all.
import { randomBytes } from 'node:crypto'
import type { Database } from '../database/connection.js'
import { readSystemVariable } from '../system-variables.js'

/** The number of leading bytes that are read to detect a file's type. */
export const headLength = 4_100

/** A received file that has no name yet. The caller must keep or drop it. */
export interface ReceivedFile {
  readonly size: number
  /** The first `headLength` bytes, or fewer if the file is shorter. */
  readonly head: Uint8Array
  /** Stores the file under the name, like `put`. The file is durable when the promise resolves. */
  keep(name: string): Promise<void>
  drop(): Promise<void>
}

/** Thrown if more bytes arrive than the limit allows. The received bytes are deleted. */
export class FileTooLargeError extends Error {}

/** Files that stay readable until `release`, even if they are removed from the store. */
export interface RetainedFiles {
  /** False if the store has no such file. */
  add(name: string): Promise<boolean>
  /** The size of an added file in bytes. */
  size(name: string): Promise<number>
  read(name: string): AsyncIterable<Uint8Array>
  release(): Promise<void>
}

export interface FileStore {
  /** Throws NOT_READY with advice if the store is not writable. */
  ready(): Promise<void>
  /** Creates an empty set of held files. */
  retain(): Promise<RetainedFiles>
  /**
   * Writes the bytes as they arrive, without buffering the whole file in memory. Throws FileTooLarge beyond `limit` bytes, and
   * rethrows errors of the source. Deletes the received bytes in both cases.
   */
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** The part of the store for one database. It neither sees nor sweeps other parts. Letters, digits, `-` and `_`. */
  scoped(scope: string): FileStore
  /** Stores the bytes under a new name. Names consist of letters, digits, `-`, `_` and `.`, and are never reused. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null if there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes the file. Does nothing if there is no such file. */
  remove(name: string): Promise<void>
  /**
   * Removes leftovers of a crash: unfinished files, and files without a database row. Skips files changed at or after
   * `olderThan` (milliseconds since the epoch), because their rows may not be committed yet. Returns the number of removed
   * files.
   * @param known returns those of the names that have a row. Called with some hundred names at a time
   */
  sweep(known: (names: readonly string[]) => Promise<ReadonlySet<string>>, olderThan: number): Promise<number>
}

/** The system variable with the name of that part. */
export const fileScopeVariable = 'file_scope'

/** Reads the name, or creates it. If several processes start at once, all use the name that was stored first. */
export async function loadFileScope(database: Database): Promise<string> {
  const storedScope = await readSystemVariable(database, fileScopeVariable)
  if (storedScope !== null) return storedScope
  const newScope = randomBytes(9).toString('hex')
  await database.run(database.dialect.insertMissing('svc_system_variables', ['name', 'value'], ['name']), [
    fileScopeVariable,
    newScope,
  ])
  return (await readSystemVariable(database, fileScopeVariable)) ?? newScope
}
