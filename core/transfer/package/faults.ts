// Faults of a package or backup file, detected before its content is used.
import type { MessageFields, MessageText, MessageValues } from '../../foundation/message.js'
import { toMessageFields } from '../../foundation/message-format.js'

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
export class PackageFault extends Error implements MessageFields {
  declare readonly key?: string
  declare readonly values?: MessageValues

  constructor(
    readonly kind: FaultKind,
    text: MessageText,
    options?: ErrorOptions,
  ) {
    const { message, ...source } = toMessageFields(text)
    super(message, options)
    this.name = 'PackageFault'
    Object.assign(this, source)
  }
}
