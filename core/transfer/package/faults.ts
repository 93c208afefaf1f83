// Faults of a package or backup file, detected before its content is used.
import {
  type MessageFields,
  type MessageText,
  type MessageValues,
  createMessage,
  type Message,
} from '../../foundation/message.js'
import { toMessageFields } from '../../foundation/message-format.js'
import { randomUUID } from 'node:crypto'
import { getErrorTrail, ServiceError } from '../../foundation/errors.js'
import type { Context } from '../../storage/context.js'

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

// The error of a failed transfer: the place, the products that were stored, and the id of the log entry.

/** Products of a package that were imported before a failure. */
export interface CompletedProduct {
  readonly id: number
  readonly title: string
}

/** Logs the cause and returns the error for the caller; `imported` are the products that were stored completely. */
export function createTransferError(
  { log }: Context,
  transfer: 'export' | 'check' | 'import',
  error: unknown,
  imported: readonly CompletedProduct[] = [],
): ServiceError {
  const errorId = randomUUID()
  log.error({ err: error, errorId, transfer, imported: imported.map(({ id }) => id) }, `The ${transfer} of a package failed.`)
  const steps = getErrorTrail(error) ?? []
  const message = createMessage('transfer.failed', {
    transfer,
    place: steps.length === 0 ? '' : createMessage('transfer.failedAt', { steps: steps.join(' › ') }),
    outcome: describeTransferOutcome(transfer, imported),
    errorId,
  })
  return new ServiceError('TRANSFER_FAILED', message, { cause: error })
}

/** The resulting state: each product is complete or unchanged. */
export function describeTransferOutcome(transfer: 'export' | 'check' | 'import', imported: readonly CompletedProduct[]): Message {
  if (transfer !== 'import') return createMessage('transfer.nothingChanged')
  if (imported.length === 0) return createMessage('transfer.nothingImported')
  return createMessage('transfer.partlyImported', { products: imported.map(({ id, title }) => `${title.slice(0, 60)} (${id})`) })
}
