// Counts texts that are missing in an active language although another active language has them.
import type { Registry } from '../../model/registry.js'
import type { Queryable } from '../database/queryable.js'
import { toInList } from '../database/statement.js'
import { getLayout } from './layout.js'

export interface MissingTextCount {
  readonly language: string
  readonly entity: string
  readonly field: string
  readonly missing: number
}

/** Counts by language, entity and field, in the order of the languages and of the registry. Zero counts are omitted. */
export async function countMissingTextsByField(
  on: Queryable,
  registry: Registry,
  languages: readonly string[],
): Promise<readonly MissingTextCount[]> {
  const { sql: tags, params } = toInList(languages)
  const filled = `FROM svc_texts WHERE text <> '' AND language_tag IN ${tags}`
  const rows = await on.query<{ entity: string; field: string; tag: string; count: number }>(
    `SELECT entity, field, language_tag AS tag, COUNT(*) AS count ${filled} GROUP BY entity, field, language_tag`,
    params,
  )
  const totals = await on.query<{ entity: string; field: string; count: number }>(
    `SELECT entity, field, COUNT(DISTINCT entity_id) AS count ${filled} GROUP BY entity, field`,
    params,
  )
  const keyOf = (...parts: readonly string[]): string => parts.join(' ')
  const storedCounts = new Map(rows.map(({ entity, field, tag, count }) => [keyOf(entity, field, tag), Number(count)]))
  const expectedCounts = new Map(totals.map(({ entity, field, count }) => [keyOf(entity, field), Number(count)]))
  return languages.flatMap((language) =>
    [...registry.entities.values()].flatMap((entity) =>
      getLayout(entity).translatable.flatMap(({ name: field }): readonly MissingTextCount[] => {
        const missing =
          (expectedCounts.get(keyOf(entity.name, field)) ?? 0) - (storedCounts.get(keyOf(entity.name, field, language)) ?? 0)
        return missing > 0 ? [{ language, entity: entity.name, field, missing }] : []
      }),
    ),
  )
}

/** The lowest ids of records without the field's text in the language, up to `limit`. */
export async function findRecordsWithoutText(
  on: Queryable,
  { language, entity, field }: Omit<MissingTextCount, 'missing'>,
  languages: readonly string[],
  limit: number,
): Promise<readonly number[]> {
  const { sql: tags, params } = toInList(languages)
  const text = `entity = ? AND field = ? AND text <> ''`
  const sql = `SELECT DISTINCT entity_id AS id FROM svc_texts WHERE ${text} AND language_tag IN ${tags}
    AND entity_id NOT IN (SELECT entity_id FROM svc_texts WHERE ${text} AND language_tag = ?) ORDER BY entity_id LIMIT ?`
  const rows = await on.query<{ id: number }>(sql, [entity, field, ...params, entity, field, language, limit])
  return rows.map(({ id }) => id)
}
