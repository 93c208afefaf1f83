// What a bug is that the tests must notice: one change of the compiled code.

export interface Mutant {
  /** What the bug does. */
  readonly says: string
  /** The compiled file below dist/. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
}
