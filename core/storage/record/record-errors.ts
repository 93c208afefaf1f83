// Errors shared by reads and writes: missing record, unknown language, unsupported operation, concurrent change.
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { listAlternatives } from '../../foundation/format-value.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { suggestName } from '../../foundation/nearest.js'
import type { Entity, Operation } from '../../model/entity/define.js'

export function createMissingRecordError(entity: Entity, id: unknown): NotFoundError {
  return new NotFoundError(
    createMessage('errors.noRecordWithId', { entity: createLabel('entity', entity.label), id: String(id).slice(0, 40) }),
  )
}

/** Returns the tag, or the default language of the store. Throws VALIDATION_FAILED if the language is not active. */
export function requireActiveLanguage(languages: readonly string[], tag: string | undefined, field = 'language'): string {
  if (tag === undefined) return languages[0]!
  if (languages.includes(tag)) return tag
  const hint = suggestName(tag, languages) || createMessage('errors.activeLanguages', { languages: listAlternatives(languages) })
  throw ValidationError.of(field, createMessage('errors.inactiveLanguage', { tag: tag.slice(0, 40), hint }), 'UNKNOWN_LANGUAGE')
}

/** Throws if the entity does not support the operation. The message lists the supported ones. */
export function requireOperation(entity: Entity, operation: Operation): void {
  if (entity.operations.includes(operation)) return
  throw new ValidationError(
    [],
    createMessage('errors.operationWithheld', {
      operation,
      entity: createLabel('entity', entity.name),
      operations: entity.operations,
    }),
  )
}

/** Throws PRECONDITION_FAILED if the caller's revision is not the current one. */
export function requireRevision(entity: Entity, id: number, expected: number | undefined, present: number): void {
  if (expected === undefined || expected === present) return
  throw new ServiceError('PRECONDITION_FAILED', createConflictMessage(entity, id))
}

export function createConflictMessage({ label }: Entity, id: number): Message {
  return createMessage('errors.recordChanged', { entity: createLabel('entity', label), id })
}
