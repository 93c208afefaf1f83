// The store interface for transfer packages and backups: zip files in a folder, or in a bucket shared by all processes.
import type { Readable } from 'node:stream'

/** An open file. Reads never mix it with a later file of the same name. */
export interface OpenZipFile {
  /** Bytes. */
  readonly size: number
  /** Fills the buffer from `offset`. Returns the number of bytes read, which is below `length` only at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/** Thrown if there is no readable file. `instead` names what exists there: 'a folder', 'a link'. */
export class MissingZipError extends Error {
  constructor(readonly instead: string | null) {
    super(`There is ${instead ?? 'nothing'} in the place of the file.`)
  }
}

/** A file that is being written. */
export interface ZipSink {
  /** Writes all bytes of the stream with a bounded buffer. */
  take(bytes: Readable): Promise<void>
  /** Publishes the complete file under its name and replaces an existing one. Returns its size in bytes. */
  finish(): Promise<number>
  /** Discards everything that was written. */
  drop(): Promise<void>
}

export interface ZipLocation {
  /** For operators: a file path, or `s3://bucket/prefix/name.zip`. */
  readonly path: string
  /** Throws NoFile if there is none. */
  open(): Promise<OpenZipFile>
  /** Starts to write a file. An existing file stays until the new one is complete. */
  create(): Promise<ZipSink>
}

/** A received file that has no name yet. */
export interface ReceivedZip {
  readonly location: ZipLocation
  /** Stores the file under the first free name and marks it as received. null if no name is free. */
  keep(names: Iterable<string>): Promise<string | null>
  drop(): Promise<void>
}

/** Times in milliseconds since 1970. Unfinished files from before are leftovers of crashed processes. */
export interface UnfinishedCutoffs {
  /** For received files without a name. */
  readonly arriving: number
  /** For files that a process was writing. */
  readonly writing: number
}

export interface ZipStore {
  /** The path of the folder, or `s3://bucket/prefix`. */
  readonly path: string
  readonly isBucket: boolean
  /** Throws NOT_READY with advice if the store is not writable. */
  ready(): Promise<void>
  /** @param name without a path. The caller must have validated it */
  locate(name: string): ZipLocation
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedZip>
  /** The names that begin with the prefix. Empty if the folder does not exist. */
  list(prefix: string): Promise<readonly string[]>
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>
  deleteUnfinished(until: UnfinishedCutoffs): Promise<void>
  /**
   * Removes files received before `olderThan` (milliseconds since 1970). Exports and manually copied files stay. Returns their
   * number.
   */
  sweepReceived(olderThan: number): Promise<number>
}
