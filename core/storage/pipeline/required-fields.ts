// Checks required fields: a new record needs a value for each, in every active language. An update may not empty one.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { isApplicable } from '../../model/entity/applicable-fields.js'
import { getFlatKeys } from '../record/layout.js'
import { isUnset } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

const requiredCode = 'REQUIRED'

/** One issue for each empty required field. Skips fields that do not apply. */
export function findEmptyRequiredFields(
  task: Pick<WriteTask, 'entity' | 'shape' | 'context' | 'snapshot'>,
  draft: Pick<Draft, 'existing' | 'record' | 'changed'>,
): readonly Issue[] {
  const issues: Issue[] = []
  const { entity, context, snapshot } = task
  const applies = (property: Property): boolean => isApplicable(entity, property, draft.record, context.platform)
  for (const property of task.shape.required) {
    if (!isUnset(property, draft.record[property.name])) continue
    if (!isFieldAffected(task, draft, property) || !applies(property)) continue
    issues.push(
      createIssue(property.name, createMessage('fields.empty', { field: createLabel('field', property.label) }), requiredCode),
    )
  }
  for (const { key, property, tag } of getFlatKeys(entity, snapshot.languages).values()) {
    if (!property.required || !isUnset(property, draft.record[key])) continue
    if (draft.existing !== null && !draft.changed.has(key)) continue
    if (!applies(property)) continue
    issues.push(
      createIssue(
        key,
        createMessage('fields.textMissing', { field: createLabel('field', property.label), key, tag }),
        requiredCode,
      ),
    )
  }
  return issues
}

/** True if the write changes the field or the condition under which the field applies. */
function isFieldAffected(
  task: Pick<WriteTask, 'entity'>,
  draft: Pick<Draft, 'existing' | 'changed'>,
  property: Property,
): boolean {
  if (draft.existing === null || draft.changed.has(property.name)) return true
  const condition = property.appliesWhen
  const sibling = condition && task.entity.properties[condition.property]
  return sibling !== undefined && isFieldAffected(task, draft, sibling)
}
