// Faults of a package or backup file, detected before its content is used.

/** Stable names of the faults of a package as a whole. */
export type FaultKind =
  | 'not-a-package'
  | 'truncated'
  | 'too-many-entries'
  | 'too-large'
  | 'bomb'
  | 'unsafe-entry'
  | 'duplicate-entry'
  | 'unexpected-entry'
  | 'encrypted'
  | 'manifest'
  | 'format-version'
  | 'missing-file'
  | 'unlisted-file'
  | 'checksum'
  | 'malformed-record'

/** `message` is a full sentence for the sender of the package. */
export class PackageFault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message)
    this.name = 'PackageFault'
  }
}
