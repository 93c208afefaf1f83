// The error of a failed transfer: the place, the products that were stored, and the id of the log entry.
import { randomUUID } from 'node:crypto'
import { getErrorTrail, ServiceError } from '../foundation/errors.js'
import type { Context } from '../storage/context.js'

/** Products of a package that were imported before a failure. */
export interface CompletedProduct {
  readonly id: number
  readonly title: string
}

/** Logs the cause and returns the error for the caller; `landed` are the products that were stored completely. */
export function createTransferError(
  { log }: Context,
  transfer: 'export' | 'check' | 'import',
  error: unknown,
  landed: readonly CompletedProduct[] = [],
): ServiceError {
  const errorId = randomUUID()
  log.error({ err: error, errorId, transfer, landed: landed.map(({ id }) => id) }, `The ${transfer} of a package failed`)
  const at = getErrorTrail(error) ?? []
  const place = at.length > 0 ? ` at ${at.join(' › ')}` : ''
  const message =
    `The ${transfer} broke${place}. ${describeTransferOutcome(transfer, landed)} ` +
    `The log of the service, its standard error, holds the cause under the identifier '${errorId}'.`
  return new ServiceError('TRANSFER_FAILED', message, { cause: error })
}

/** The resulting state: each product is complete or unchanged. */
export function describeTransferOutcome(transfer: 'export' | 'check' | 'import', landed: readonly CompletedProduct[]): string {
  if (transfer !== 'import') return 'Nothing was changed.'
  if (landed.length === 0) return 'No product was imported; all are as they were.'
  const names = landed.map(({ id, title }) => `${id} '${title.slice(0, 60)}'`).join(', ')
  return `These products were imported before and stay: ${names}. All others are as they were.`
}
