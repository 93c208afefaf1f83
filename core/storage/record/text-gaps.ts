// Texts that stand in the store's own language and lack in another one: counted by entity, and listed with what stands in each language.
import type { Entity } from '../../model/entity/define.js'
import type { Queryable } from '../database/queryable.js'
import { inList } from '../database/statement.js'

/** A text that a record has in the default language. */
export interface TextGap {
  readonly id: number
  readonly field: string
  /** By language tag; languages without a text are left out. */
  readonly texts: Readonly<Record<string, string>>
}

interface Wanted {
  readonly entity: Entity
  /** Of the store. */
  readonly source: string
  /** The language that lacks it. */
  readonly language: string
}

/** The fields that are translated and that callers may read. */
export const translatedFields = ({ properties }: Entity): readonly string[] =>
  Object.values(properties)
    .filter(({ translatable, apiSensitive }) => translatable === true && apiSensitive !== true)
    .map(({ name }) => name)

function gaps({ entity, source, language }: Wanted) {
  const fields = inList(translatedFields(entity))
  const sql = `FROM svc_texts d LEFT JOIN svc_texts o
    ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
    WHERE d.entity = ? AND d.language_tag = ? AND d.field IN ${fields.sql} AND d.text <> '' AND (o.text IS NULL OR o.text = '')`
  return { sql, params: [language, entity.name, source, ...fields.params] }
}

/** How many texts lack; 0 for an entity that translates nothing. */
export async function countMissingTexts(on: Queryable, wanted: Wanted): Promise<number> {
  if (translatedFields(wanted.entity).length === 0) return 0
  const { sql, params } = gaps(wanted)
  const [row] = await on.query<{ missing: number | string }>(`SELECT COUNT(*) AS missing ${sql}`, params)
  return Number(row?.missing ?? 0)
}

/** How many lack in all of these languages together. */
export async function countTextGaps(
  on: Queryable,
  entities: readonly Entity[],
  { source, languages }: { readonly source: string; readonly languages: readonly string[] },
): Promise<number> {
  let sum = 0
  for (const language of languages) {
    for (const entity of entities) sum += await countMissingTexts(on, { entity, source, language })
  }
  return sum
}

/** Those that lack, in the order of records and fields, each with the texts of all languages. */
export async function listMissingTexts(
  on: Queryable,
  wanted: Wanted,
  limit: number,
  offset: number,
): Promise<readonly TextGap[]> {
  if (translatedFields(wanted.entity).length === 0) return []
  const { sql, params } = gaps(wanted)
  const select = `SELECT d.entity_id AS id, d.field AS field ${sql} ORDER BY d.entity_id, d.field LIMIT ? OFFSET ?`
  const rows = await on.query<{ id: number; field: string }>(select, [...params, limit, offset])
  if (rows.length === 0) return []
  const ids = inList([...new Set(rows.map(({ id }) => Number(id)))])
  const held = await on.query<{ id: number; field: string; tag: string; text: string }>(
    `SELECT entity_id AS id, field, language_tag AS tag, text FROM svc_texts WHERE entity = ? AND entity_id IN ${ids.sql} AND text <> ''`,
    [wanted.entity.name, ...ids.params],
  )
  return rows.map(({ id, field }) => {
    const own = held.filter((one) => Number(one.id) === Number(id) && one.field === field)
    return { id: Number(id), field, texts: Object.fromEntries(own.map(({ tag, text }) => [tag, text])) }
  })
}
