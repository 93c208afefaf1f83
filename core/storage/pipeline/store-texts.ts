// Stores the texts of translatable fields: one statement for all of a record's fields and languages.
import { foldText } from '../../ground/language/fold.js'
import { foldedProperties } from '../../model/entity/folded.js'
import type { SqlParameter } from '../database/statement.js'
import { type FlatKey, flatKeysOf } from '../record/flat-keys.js'
import { isEmpty } from '../record/values.js'
import type { Draft, WriteTask } from './draft.js'
import { keepUniqueTexts } from './unique-texts.js'

const columns = ['entity', 'entity_id', 'field', 'language_tag', 'text', 'folded']
const key = columns.slice(0, 4)

/** Texts that differ from what stands; a new record's empty ones are not stored. */
export async function storeTexts(task: WriteTask, draft: Draft, id: number): Promise<void> {
  const { u, entity, snapshot } = task
  const texts: { readonly flat: FlatKey; readonly text: string }[] = []
  const keys = flatKeysOf(entity, snapshot.languages)
  for (const changed of draft.changed) {
    const flat = keys.get(changed)
    if (!flat) continue
    const value = draft.record[changed]
    const text = isEmpty(value) ? '' : String(value)
    if (text !== (draft.existing?.values[changed] ?? '')) texts.push({ flat, text })
  }
  if (texts.length === 0) return
  const assignment = `text = ${u.dialect.incoming('text')}, folded = ${u.dialect.incoming('folded')}`
  const params = texts.flatMap(({ flat: { property, tag }, text }): SqlParameter[] => {
    const folded = foldedProperties(entity).has(property) ? foldText(text) : ''
    return [entity.name, id, property.name, tag, text, folded]
  })
  await u.run(u.dialect.upsert('svc_texts', columns, key, assignment, texts.length), params)
  await keepUniqueTexts(u, entity, id, texts, draft.existing === null)
}
