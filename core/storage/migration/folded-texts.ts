// Fills the normalized search and sort texts of rows that are older than the searchable or sortable property.
import { toFoldedColumnName, foldText } from '../../foundation/language/fold.js'
import { quote } from '../database/dialect.js'
import type { Queryable } from '../database/queryable.js'

/** Invalidates the trigram index: the task index-texts rebuilds it. Searches read all records until then. */
const invalidateTrigramIndex = (on: Queryable): Promise<unknown> => on.run("UPDATE svc_gram_states SET fields = ''")

/** Rows read at a time. */
const batchSize = 500

/** Fills the normalized companion of a text column. */
export async function fillFoldedColumn(on: Queryable, table: string, name: string): Promise<void> {
  const [text, folded] = [quote(name), quote(toFoldedColumnName(name))]
  const next = `SELECT id, ${text} AS text FROM ${quote(table)} WHERE id > ? AND ${text} <> '' AND ${folded} = '' ORDER BY id LIMIT ${batchSize}`
  const change = `UPDATE ${quote(table)} SET ${folded} = ? WHERE id = ?`
  await invalidateTrigramIndex(on)
  for (let last = 0; ; ) {
    const rows = await on.query<{ id: number; text: string }>(next, [last])
    for (const row of rows) await on.run(change, [foldText(row.text), row.id])
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
  }
}

/** Fills the normalized texts of a translatable field. */
export async function fillFoldedTexts(on: Queryable, entity: string, field: string): Promise<void> {
  const of = 'entity = ? AND field = ?'
  const sql = `SELECT entity_id, language_tag, text FROM svc_texts WHERE ${of} AND entity_id > ? AND entity_id <= ? AND folded = ''`
  const [range] = await on.query<{ last: number | null }>(`SELECT MAX(entity_id) AS last FROM svc_texts WHERE ${of}`, [
    entity,
    field,
  ])
  const change = `UPDATE svc_texts SET folded = ? WHERE ${of} AND entity_id = ? AND language_tag = ?`
  await invalidateTrigramIndex(on)
  for (let first = 0; first < (range?.last ?? 0); first += batchSize) {
    const rows = await on.query<{ entity_id: number; language_tag: string; text: string }>(sql, [
      ...[entity, field],
      ...[first, first + batchSize],
    ])
    for (const row of rows) await on.run(change, [foldText(row.text), entity, field, row.entity_id, row.language_tag])
  }
}
