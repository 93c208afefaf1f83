// The reason why a bulk request did not change one of its records.
import { ServiceError } from '#core/foundation/errors.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import type { BulkReply } from './shape.js'

/** Rethrows internal errors. */
export function toBulkRefusal({ app, language }: AdminScope, id: number, error: unknown): BulkReply['refused'][number] {
  const told = createMessageTranslator(app.registry, language).error(error)
  if (!(told instanceof ServiceError) || told.code === 'INTERNAL_ERROR') throw error
  return { id, code: told.code, detail: told.message }
}
