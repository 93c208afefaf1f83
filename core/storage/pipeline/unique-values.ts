// Checks uniqueness: property groups whose values may occur once, and texts that are unique per language.
import { createLabel, createMessage } from '../../foundation/message.js'
import { quoteText } from '../../foundation/format-value.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { hasColumn } from '../../model/entity/readable.js'
import { quote } from '../database/dialect.js'
import { getFlatKeys } from '../record/layout.js'
import { isEmpty, toColumnValue } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { findTextHoldersInUnit, isUniqueText, preloadFreeTexts } from './unique-texts.js'

/** One issue for each group whose values another record already has. The issue names the last property of the group. */
export async function findDuplicateValues(task: WriteTask, draft: Draft): Promise<readonly Issue[]> {
  if (!task.entity.unique) return []
  const issues: Issue[] = []
  for (const group of task.entity.unique) {
    const properties = group.flatMap((name) => task.entity.properties[name] ?? [])
    const columns = properties.filter(hasColumn)
    const issue = columns.length === group.length ? await findDuplicateGroup(task, draft, columns) : null
    if (issue) issues.push(issue)
  }
  const texts = [...getFlatKeys(task.entity, task.snapshot.languages).values()].flatMap((flat) => {
    const { key, property } = flat
    const isRequired = draft.changed.has(key) && isUniqueText(task.entity, property) && !isEmpty(draft.record[key])
    return isRequired ? [{ flat, text: String(draft.record[key]) }] : []
  })
  await preloadFreeTexts(task.u, task.entity, texts)
  for (const { flat, text } of texts) {
    const holder = (await findTextHoldersInUnit(task.u, task.entity, flat, text)).find((id) => id !== draft.existing?.id)
    if (holder !== undefined) issues.push(createDuplicateIssue(task, flat.key, flat.property, text, holder))
  }
  return issues
}

async function findDuplicateGroup(task: WriteTask, draft: Draft, group: readonly Property[]): Promise<Issue | null> {
  if (draft.existing && !group.some((property) => draft.changed.has(property.name))) return null
  const values = group.map((property) => toColumnValue(property, draft.record[property.name]))
  // As in a unique key of the database, NULLs are never equal.
  if (values.includes(null)) return null
  const same = group.map((property) => `${quote(property.name)} = ?`).join(' AND ')
  const rows = await task.u.query<{ id: number }>(`SELECT id FROM ${task.shape.table} WHERE ${same} LIMIT 2`, values)
  const holder = rows.find((row) => row.id !== draft.existing?.id)
  const last = group.at(-1)
  if (!holder || !last) return null
  return createDuplicateIssue(task, last.name, last, draft.record[last.name], holder.id)
}

function createDuplicateIssue({ entity }: WriteTask, field: string, { label }: Property, value: unknown, holder: number): Issue {
  const valueText = typeof value === 'string' ? quoteText(value.slice(0, 100)) : String(value)
  const message = createMessage('fields.notUnique', {
    field: createLabel('field', label),
    value: valueText,
    entity: createLabel('entity', entity.label),
    id: holder,
  })
  return createIssue(field, message, 'NOT_UNIQUE')
}
