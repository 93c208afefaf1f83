// Where the bytes of images and files lie; their rows are in the database. Implementations write whole files or none.

export interface FileStore {
  /** Stores the bytes under a name that was never used before: letters, digits, `-`, `_` and `.` only. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null where there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Removes the file; nothing happens where there is none. */
  remove(name: string): Promise<void>
}
