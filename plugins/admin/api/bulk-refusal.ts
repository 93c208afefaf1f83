// The reason why a bulk request did not change one of its records.
import { ServiceError } from '#core/contract.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import type { BulkReply } from './shape.js'

/** Rethrows internal errors. */
export function toBulkRefusal(
  { app, language }: AdminScope,
  id: number,
  error: unknown,
): Omit<BulkReply['refused'][number], 'title'> {
  const translatedError = createMessageTranslator(app.context.registry, language).error(error)
  if (!(translatedError instanceof ServiceError) || translatedError.code === 'INTERNAL_ERROR') throw error
  return { id, code: translatedError.code, detail: translatedError.message }
}
