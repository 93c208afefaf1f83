// Errors shared by reads and writes: missing record, unknown language, unsupported operation, concurrent change.
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/nearest.js'
import type { Entity, Operation } from '../../model/entity/define.js'

/** `'a', 'b' or 'c'`. */
export function formatAlternatives(names: Iterable<string>): string {
  const quoted = [...names].map((name) => `'${name}'`)
  const last = quoted.pop()
  return quoted.length === 0 ? (last ?? 'nothing') : `${quoted.join(', ')} or ${last}`
}

export function createMissingRecordError(entity: Entity, id: unknown): NotFoundError {
  return new NotFoundError(`There is no ${entity.label} with the id ${String(id).slice(0, 40)}.`)
}

/** Returns the tag, or the default language of the store. Throws VALIDATION_FAILED if the language is not active. */
export function requireActiveLanguage(languages: readonly string[], tag: string | undefined, field = 'language'): string {
  if (tag === undefined) return languages[0]!
  if (languages.includes(tag)) return tag
  const hint = didYouMean(tag, languages) || ` The active languages are ${formatAlternatives(languages)}.`
  throw ValidationError.of(field, `The language '${tag.slice(0, 40)}' is not active in this store.${hint}`, 'UNKNOWN_LANGUAGE')
}

/** Throws if the entity does not support the operation. The message lists the supported ones. */
export function requireOperation(entity: Entity, operation: Operation): void {
  if (entity.operations.includes(operation)) return
  const supported = entity.operations.join(', ')
  throw new ValidationError([], `The operation '${operation}' is withheld for ${entity.name}. It supports: ${supported}.`)
}

/** Throws PRECONDITION_FAILED if the caller's revision is not the current one. */
export function requireRevision(entity: Entity, id: number, expected: number | undefined, present: number): void {
  if (expected === undefined || expected === present) return
  throw new ServiceError('PRECONDITION_FAILED', formatConflictMessage(entity, id))
}

export function formatConflictMessage(entity: Entity, id: number): string {
  return `The ${entity.label} ${id} was changed since it was read. Read it again and repeat the change.`
}
