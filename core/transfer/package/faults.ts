// Why a file is no package that can be read: found before anything of it is believed.

/** Stable names of what is wrong with a package as a whole. */
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

/** `message` is a full sentence for whoever sent the package. */
export class PackageFault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message)
    this.name = 'PackageFault'
  }
}
