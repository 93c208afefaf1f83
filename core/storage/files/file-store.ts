// Where the bytes of images and files lie; their rows are in the database. Implementations write whole files or none.

/** How many first bytes of a file are kept, by which its type is told. */
export const headLength = 4_100

/** A file that has arrived and that nobody finds yet: it is kept under a name, or dropped. */
export interface ReceivedFile {
  readonly size: number
  /** Its first bytes, `headLength` of them at most. */
  readonly head: Uint8Array
  /** Names it, as `put` does; durable when the promise is fulfilled. */
  keep(name: string): Promise<void>
  drop(): Promise<void>
}

/** More bytes arrived than the file may have; what arrived of it is gone. */
export class FileTooLarge extends Error {}

/** Files that stay readable until they are released, whoever removes them from the store. */
export interface HeldFiles {
  /** False where the store has no such file. */
  add(name: string): Promise<boolean>
  /** Bytes of a file that was added. */
  size(name: string): Promise<number>
  read(name: string): AsyncIterable<Uint8Array>
  release(): Promise<void>
}

export interface FileStore {
  /** Throws NOT_READY, with what to do, where nothing can be stored. */
  ready(): Promise<void>
  /** Begins to hold files. */
  hold(): Promise<HeldFiles>
  /**
   * Writes bytes down as they arrive, so that memory never holds the whole. Throws FileTooLarge beyond `limit` bytes, and
   * whatever reading the bytes throws; nothing is left then.
   */
  receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile>
  /** A part of the store for one database: no other one's names are seen or swept there. Letters, digits, `-` and `_`. */
  scoped(scope: string): FileStore
  /** Stores the bytes under a name that was never used before: letters, digits, `-`, `_` and `.` only. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null where there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes the file; nothing happens where there is none. */
  remove(name: string): Promise<void>
  /**
   * Removes what a crash left over: unfinished files, and those that no row names. Files that changed at or after the
   * moment (milliseconds since the epoch) are left alone: their rows may be on the way. Returns how many it removed.
   * @param known of so many names, those that a row names; asked for some hundreds at a time
   */
  sweep(known: (names: readonly string[]) => Promise<ReadonlySet<string>>, olderThan: number): Promise<number>
}
