// Finds and counts missing translations, and deletes texts whose record no longer exists.
import { type Entity, toTableName } from '../../model/entity/define.js'
import type { Registry } from '../../model/registry.js'
import { defineCache, loadVersions } from '../caches.js'
import { toRowsTopic } from '../unit-of-work/change-set.js'
import type { Context } from '../context.js'
import { type Queryable, quoteName, toInList } from '../database/dialect.js'
import { getLayout } from './present.js'
import type { Database } from '../database/connection.js'
import { unit } from '../unit-of-work/transaction.js'

/** A text in the default language without a translation. */
export interface TextGap {
  readonly id: number
  readonly field: string
  /** By language tag. Languages without a text are omitted. */
  readonly texts: Readonly<Record<string, string>>
}

interface TextGapQuery {
  readonly entity: Entity
  /** The default language of the store. */
  readonly source: string
  /** The language without the text. */
  readonly language: string
}

/** The translatable fields, except sensitive ones. */
export const listTranslatedFields = ({ properties }: Entity): readonly string[] =>
  Object.values(properties)
    .filter(({ translatable, apiSensitive }) => translatable === true && apiSensitive !== true)
    .map(({ name }) => name)

function formatGapQuery({ entity, source, language }: TextGapQuery) {
  const fields = toInList(listTranslatedFields(entity))
  const sql = `FROM svc_texts d LEFT JOIN svc_texts o
    ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
    WHERE d.entity = ? AND d.language_tag = ? AND d.field IN ${fields.sql} AND d.text <> '' AND (o.text IS NULL OR o.text = '')`
  return { sql, params: [language, entity.name, source, ...fields.params] }
}

async function countGaps(on: Queryable, gapQuery: TextGapQuery): Promise<number> {
  const { sql, params } = formatGapQuery(gapQuery)
  const [row] = await on.query<{ missing: number | string }>(`SELECT COUNT(*) AS missing ${sql}`, params)
  return Number(row?.missing ?? 0)
}

/** Counts by source and target language. */
const gapCountCache = defineCache<Map<string, Promise<number>>>('missing texts', 100)

/**
 * The number of missing texts of each entity, in the given order. 0 for an entity without translated fields. A count reads every
 * text, so it runs once per version of the entity's rows.
 */
export async function countMissingTexts(
  { caches, database }: Pick<Context, 'caches' | 'database'>,
  entities: readonly Entity[],
  { source, language }: Omit<TextGapQuery, 'entity'>,
): Promise<readonly number[]> {
  const translated = entities.filter((entity) => listTranslatedFields(entity).length > 0)
  const versions = await loadVersions(database, translated.map(toRowsTopic))
  const key = `${source} ${language}`
  const counts = new Map<Entity, number>()
  for (const entity of translated) {
    const topic = toRowsTopic(entity)
    if (entity.topic === null) {
      counts.set(entity, await countGaps(database, { entity, source, language }))
      continue
    }
    const countsByKey = await caches.of(gapCountCache).get(topic, versions.get(topic) ?? 0, () => Promise.resolve(new Map()))
    const counting = countsByKey.get(key) ?? countGaps(database, { entity, source, language })
    countsByKey.set(key, counting)
    counting.catch(() => countsByKey.delete(key))
    counts.set(entity, await counting)
  }
  return entities.map((entity) => counts.get(entity) ?? 0)
}

/** The total number of missing texts in the languages. */
export async function countTextGaps(
  context: Pick<Context, 'caches' | 'database'>,
  entities: readonly Entity[],
  { source, languages }: { readonly source: string; readonly languages: readonly string[] },
): Promise<number> {
  let sum = 0
  for (const language of languages) {
    for (const missing of await countMissingTexts(context, entities, { source, language })) sum += missing
  }
  return sum
}

/** The missing texts in the order of records and fields, each with its texts in all languages. */
export async function listMissingTexts(
  on: Queryable,
  gapQuery: TextGapQuery,
  limit: number,
  offset: number,
): Promise<readonly TextGap[]> {
  if (listTranslatedFields(gapQuery.entity).length === 0) return []
  const { sql, params } = formatGapQuery(gapQuery)
  const select = `SELECT d.entity_id AS id, d.field AS field ${sql} ORDER BY d.entity_id, d.field LIMIT ? OFFSET ?`
  const rows = await on.query<{ id: number; field: string }>(select, [...params, limit, offset])
  if (rows.length === 0) return []
  const ids = toInList([...new Set(rows.map(({ id }) => Number(id)))])
  const textRows = await on.query<{ id: number; field: string; tag: string; text: string }>(
    `SELECT entity_id AS id, field, language_tag AS tag, text FROM svc_texts WHERE entity = ? AND entity_id IN ${ids.sql} AND text <> ''`,
    [gapQuery.entity.name, ...ids.params],
  )
  return rows.map(({ id, field }) => {
    const own = textRows.filter((row) => Number(row.id) === Number(id) && row.field === field)
    return { id: Number(id), field, texts: Object.fromEntries(own.map(({ tag, text }) => [tag, text])) }
  })
}

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

/** The tables that store texts by entity and id. */
const textTables = ['svc_texts', 'svc_unique_texts'] as const

/** The number of rows in `svc_texts` by entity name. Entities without orphans are omitted. */
export type OrphanCounts = Readonly<Record<string, number>>

/**
 * `entity = 'page' AND entity_id NOT IN (SELECT id FROM svc_page)`. `table` is null if the entity's table is missing: all texts
 * are orphans.
 */
interface OrphanCondition {
  readonly entity: string
  readonly table: string | null
}

async function loadOrphanConditions(on: Queryable, registry: Registry): Promise<readonly OrphanCondition[]> {
  const rows = await on.query<{ entity: string }>('SELECT DISTINCT entity FROM svc_texts')
  const real = await on.dialect.readTables(on)
  return rows.map(({ entity }) => {
    // A disabled customization keeps its texts while its table exists.
    const table = registry.entities.get(entity)?.table ?? toTableName(entity)
    return { entity, table: real.has(table) ? table : null }
  })
}

function formatCondition({ table }: OrphanCondition): string {
  return table === null ? 'entity = ?' : `entity = ? AND entity_id NOT IN (SELECT id FROM ${quoteName(table)})`
}

export async function countOrphans(on: Queryable, registry: Registry): Promise<OrphanCounts> {
  const counts: Record<string, number> = {}
  for (const condition of await loadOrphanConditions(on, registry)) {
    const sql = `SELECT COUNT(*) AS count FROM svc_texts WHERE ${formatCondition(condition)}`
    const [row] = await on.query<{ count: number }>(sql, [condition.entity])
    const count = Number(row?.count ?? 0)
    if (count > 0) counts[condition.entity] = count
  }
  return counts
}

/** Deletes the orphans in one unit and returns their counts. */
export function purgeOrphans(database: Database, registry: Registry): Promise<OrphanCounts> {
  return unit(database, async (u) => {
    const counts = await countOrphans(u, registry)
    for (const condition of await loadOrphanConditions(u, registry)) {
      if (counts[condition.entity] === undefined) continue
      for (const table of textTables) await u.run(`DELETE FROM ${table} WHERE ${formatCondition(condition)}`, [condition.entity])
    }
    return counts
  })
}
