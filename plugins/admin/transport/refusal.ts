// Why one record of many stays as it is.
import { ServiceError } from '#core/ground/errors.js'
import type { BulkReply } from './shape.js'

/** What broke on the server is thrown on. */
export function refusalOf(id: number, error: unknown): BulkReply['refused'][number] {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
  return { id, code: error.code, detail: error.message }
}
