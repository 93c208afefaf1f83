// Whether a write concerns a field: it changes the field itself, or what decides whether the field is in force.
import type { Property } from '../../ground/property/kind.js'
import { isInForce } from '../../model/entity/in-force.js'
import type { Draft, WriteTask } from './draft.js'

/** False where the field is hidden, never required and not read (spec 2.3). */
export function applies({ entity, context }: WriteTask, draft: Draft, property: Property): boolean {
  return isInForce(entity, property, draft.record, context.platform)
}

export function isConcerned(task: WriteTask, draft: Draft, property: Property): boolean {
  if (draft.existing === null || draft.changed.has(property.name)) return true
  const condition = property.appliesWhen
  const sibling = condition && task.entity.properties[condition.property]
  return sibling !== undefined && isConcerned(task, draft, sibling)
}
