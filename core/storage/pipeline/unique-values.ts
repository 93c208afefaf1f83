// Checks uniqueness: property groups whose values may occur once, and texts that are unique per language.
import { createLabel, createMessage, quoteText } from '../../foundation/message.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, hasColumn } from '../../model/entity/define.js'
import { quoteName, insertRows, type Queryable } from '../database/dialect.js'
import { getFlatKeys, type FlatKey, isEmpty, toColumnValue } from '../record/present.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { Draft, WriteTask } from './draft.js'

/** A text of a unique field. */
export interface UniqueText {
  readonly flat: FlatKey
  readonly text: string
}

/** True if the entity declares the property unique, as in `unique: [['label']]` for a translatable label. */
export function isUniqueText(entity: Entity, property: Property): boolean {
  if (!property.translatable) return false
  return (entity.unique ?? []).some((group) => group.length === 1 && group[0] === property.name)
}

/** The records that have the text in the key's language. At most one if the field is unique. */
export async function findTextHolders(
  on: Queryable,
  entity: Entity,
  { property, tag }: FlatKey,
  text: string,
): Promise<number[]> {
  const table = isUniqueText(entity, property) ? 'svc_unique_texts' : 'svc_texts'
  const sql = `SELECT entity_id FROM ${table} WHERE entity = ? AND field = ? AND language_tag = ? AND text = ?`
  const rows = await on.query<{ entity_id: number }>(sql, [entity.name, property.name, tag, text])
  return rows.map((row) => row.entity_id)
}

const toTextKey = (entity: Entity, { flat, text }: UniqueText): string => JSON.stringify([entity.name, flat.key, text])

/** Like `findTextHolders`, but remembers within the unit that a text is free. */
export async function findTextHoldersInUnit(u: Unit, entity: Entity, flat: FlatKey, text: string): Promise<number[]> {
  const key = toTextKey(entity, { flat, text })
  if (u.identityMap.freeTexts.has(key)) return []
  const holders = await findTextHolders(u, entity, flat, text)
  if (holders.length === 0) u.identityMap.freeTexts.add(key)
  return holders
}

/** Checks several texts with one query, each in a different field or language. Free texts then need no query of their own. */
export async function preloadFreeTexts(u: Unit, entity: Entity, texts: readonly UniqueText[]): Promise<void> {
  const { freeTexts } = u.identityMap
  const uncheckedTexts = texts.filter((draftText) => !freeTexts.has(toTextKey(entity, draftText)))
  // A single text needs no combined query.
  if (uncheckedTexts.length < 2) return
  const any = uncheckedTexts.map(() => '(field = ? AND language_tag = ? AND text = ?)').join(' OR ')
  const sql = `SELECT field, language_tag FROM svc_unique_texts WHERE entity = ? AND (${any})`
  const params = uncheckedTexts.flatMap(({ flat, text }) => [flat.property.name, flat.tag, text])
  const rows = await u.query<{ field: string; language_tag: string }>(sql, [entity.name, ...params])
  for (const draftText of uncheckedTexts) {
    const { property, tag } = draftText.flat
    if (!rows.some((row) => row.field === property.name && row.language_tag === tag)) freeTexts.add(toTextKey(entity, draftText))
  }
}

/** Replaces the record's texts of unique fields. Empty texts are not stored. */
export async function storeUniqueTexts(
  u: Unit,
  entity: Entity,
  id: number,
  texts: readonly UniqueText[],
  insert: boolean,
): Promise<void> {
  const unique = texts.filter(({ flat }) => isUniqueText(entity, flat.property))
  if (!insert) {
    const sql = 'DELETE FROM svc_unique_texts WHERE entity = ? AND entity_id = ? AND field = ? AND language_tag = ?'
    for (const { flat } of unique) await u.run(sql, [entity.name, id, flat.property.name, flat.tag])
  }
  const filled = unique.filter(({ text }) => text !== '')
  if (filled.length === 0) return
  u.identityMap.freeTexts.clear()
  const columns = ['entity', 'field', 'language_tag', 'text', 'entity_id']
  const params = filled.flatMap(({ flat, text }) => [entity.name, flat.property.name, flat.tag, text, id])
  await u.run(insertRows('svc_unique_texts', columns, filled.length), params)
}

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
  const same = group.map((property) => `${quoteName(property.name)} = ?`).join(' AND ')
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
