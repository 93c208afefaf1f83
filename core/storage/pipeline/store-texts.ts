// Stores the texts of translatable fields: one statement for all fields and languages, also for many new records.
import { foldText } from '../../foundation/language/fold.js'
import { findFoldedProperties } from '../../model/entity/folded-properties.js'
import { splitIntoPortions, type SqlParameter } from '../database/statement.js'
import { type FlatKey, getFlatKeys } from '../record/flat-keys.js'
import { isEmpty } from '../record/values.js'
import { deferStatement } from './deferred-statement.js'
import type { Draft, WriteTask } from './draft.js'
import { storeUniqueTexts } from './unique-texts.js'

const columns = ['entity', 'entity_id', 'field', 'language_tag', 'text', 'folded']
const key = columns.slice(0, 4)

/** The maximum number of texts in one statement. */
const textsPerStatement = 128

interface ChangedText {
  readonly id: number
  readonly flat: FlatKey
  readonly text: string
}

/** Stores the texts that differ from the existing ones. Empty texts of new records are not stored. */
export async function storeTexts(task: WriteTask, draft: Draft, id: number): Promise<void> {
  const texts = collectChangedTexts(task, draft, id)
  if (texts.length === 0) return
  storeTextRows(task, texts)
  await storeUniqueTexts(task.u, task.entity, id, texts, draft.existing === null)
}

/** Stores the texts of new records. Use it only if the texts need not be unique. */
export function storeNewTexts(task: WriteTask, stored: readonly { readonly draft: Draft; readonly id: number }[]): void {
  const texts = stored.flatMap(({ draft, id }) => collectChangedTexts(task, draft, id))
  if (texts.length > 0) for (const portion of splitIntoPortions(texts, textsPerStatement)) storeTextRows(task, portion)
}

function collectChangedTexts({ entity, snapshot }: WriteTask, draft: Draft, id: number): readonly ChangedText[] {
  const texts: ChangedText[] = []
  const keys = getFlatKeys(entity, snapshot.languages)
  for (const changed of draft.changed) {
    const flat = keys.get(changed)
    if (!flat) continue
    const value = draft.record[changed]
    const text = isEmpty(value) ? '' : String(value)
    if (text !== (draft.existing?.values[changed] ?? '')) texts.push({ id, flat, text })
  }
  return texts
}

function storeTextRows({ u, entity }: WriteTask, texts: readonly ChangedText[]): void {
  const assignment = `text = ${u.dialect.incoming('text')}, folded = ${u.dialect.incoming('folded')}`
  const folded = findFoldedProperties(entity)
  const params: SqlParameter[] = []
  for (const { id, flat, text } of texts) {
    const { property, tag } = flat
    params.push(entity.name, id, property.name, tag, text, folded.has(property) ? foldText(text) : '')
  }
  const sql = u.dialect.upsert('svc_texts', columns, key, assignment, texts.length)
  deferStatement(u, 'texts', () => u.run(sql, params))
}
