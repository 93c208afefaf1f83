// Whether a field is read at all: on this host, and by the condition that names a sibling (spec 2.3).
import type { Property } from '../../ground/property/kind.js'
import type { Draft, WriteTask } from './draft.js'

/** False where the field is hidden, never required and not read; a condition on a field that does not apply fails too. */
export function applies(task: WriteTask, draft: Draft, property: Property): boolean {
  if (property.platforms && !property.platforms.includes(task.context.platform)) return false
  const condition = property.appliesWhen
  if (!condition) return true
  const value = draft.record[condition.property]
  if (!(condition.values as readonly unknown[]).includes(value)) return false
  const sibling = task.entity.properties[condition.property]
  return !sibling || applies(task, draft, sibling)
}

/** True where the write changes the field, or what its applying depends on. */
export function isConcerned(task: WriteTask, draft: Draft, property: Property, key = property.name): boolean {
  if (draft.existing === null || draft.changed.has(key)) return true
  const condition = property.appliesWhen
  const sibling = condition && task.entity.properties[condition.property]
  return sibling !== undefined && isConcerned(task, draft, sibling)
}
