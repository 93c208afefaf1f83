// Where the bytes of images and files lie; their rows are in the database. Implementations write whole files or none.

export interface FileStore {
  /** Stores the bytes under a name that was never used before: letters, digits, `-`, `_` and `.` only. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null where there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes the file; nothing happens where there is none. */
  remove(name: string): Promise<void>
  /**
   * Removes what a crash left over: unfinished files, and those that no row names. Files that changed at or after the
   * moment (milliseconds since the epoch) are left alone: their rows may be on the way. Returns how many it removed.
   */
  sweep(isKnown: (name: string) => Promise<boolean>, olderThan: number): Promise<number>
}
