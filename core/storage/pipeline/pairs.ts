// Keeps two names of one field in sync while one replaces the other: the written value is stored under both.
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
      const labels = `Fields ${label} and ${entity.properties[sameAs]!.label}`
      issues.push({
        field: name,
        code: 'INVALID_VALUE',
        message: `${labels} hold one value. Send one of them, or the same in both.`,
      })
    } else if (own || other) {
      const [from, to] = own ? [name, sameAs] : [sameAs, name]
      record[to] = record[from]
      changed.add(to)
    }
  }
}
