// A mutant: one change of the compiled code that the tests must detect.

export interface Mutant {
  /** The behavior of the bug. */
  readonly says: string
  /** The compiled file below dist/. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}
