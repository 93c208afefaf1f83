// Decides whether a write affects a field: it changes the field or the condition under which the field applies.
import type { Property } from '../../foundation/property/kind.js'
import type { Draft, WriteTask } from './draft.js'

export function isFieldAffected(
  task: Pick<WriteTask, 'entity'>,
  draft: Pick<Draft, 'existing' | 'changed'>,
  property: Property,
): boolean {
  if (draft.existing === null || draft.changed.has(property.name)) return true
  const condition = property.appliesWhen
  const sibling = condition && task.entity.properties[condition.property]
  return sibling !== undefined && isFieldAffected(task, draft, sibling)
}
