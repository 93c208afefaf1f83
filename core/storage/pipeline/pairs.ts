// Keeps two names of one field in sync while one replaces the other: the written value is stored under both.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue } from '../../foundation/errors.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { isEmpty } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'

/** Copies the new value of one paired property to the other. Reports an issue if both have new values that differ. */
export function fillPairs({ entity, shape }: WriteTask, { existing, record, changed, issues }: Draft): void {
  const isNew = (key: string): boolean =>
    changed.has(key) && (existing === null ? !isEmpty(record[key]) : !isSameJson(record[key], existing.values[key]))
  for (const { name, label, sameAs = '' } of shape.paired) {
    const [own, other] = [isNew(name), isNew(sameAs)]
    if (own && other && !isSameJson(record[name], record[sameAs])) {
      const field2 = createLabel('field', entity.properties[sameAs]!.label)
      issues.push(createIssue(name, createMessage('fields.pairDiffers', { field: createLabel('field', label), field2 })))
    } else if (own || other) {
      const [from, to] = own ? [name, sameAs] : [sameAs, name]
      record[to] = record[from]
      changed.add(to)
    }
  }
}
