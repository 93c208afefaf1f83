// Finds and counts missing translations, and confirms texts that are the same in two languages.
import { sha256 } from '../../foundation/digest.js'
import { isSameLanguage } from '../../foundation/language.js'
import type { Entity } from '../../model/entity/define.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { defineCache, loadVersions } from '../caches.js'
import { toRowsTopic } from '../unit-of-work/identity-map.js'
import type { Context } from '../context.js'
import { type Queryable, splitIntoPortions, toInList } from '../database/dialect.js'
import { getLayout } from './present.js'
import type { Unit } from '../unit-of-work/transaction.js'

/** A text in the default language without a translation, or with a copy in its place. */
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
  /** Default: all records. */
  readonly ids?: readonly number[]
}

/** The translatable fields, except sensitive ones. */
export const listTranslatedFields = ({ properties }: Entity): readonly string[] =>
  Object.values(properties)
    .filter(({ translatable, apiSensitive }) => translatable === true && apiSensitive !== true)
    .map(({ name }) => name)

/** The translatable fields in which a copy counts as missing. */
const listCopyFields = (entity: Entity): readonly string[] =>
  listTranslatedFields(entity).filter((name) => entity.properties[name]!.oftenEqual !== true)

/** The version of the confirmed texts. */
const sameTextsTopic = 'same-texts'

/** Letters of all scripts but `A-Z`, without punctuation and symbols such as ×, ² and €. Databases have no common name for them. */
const otherLetters = 'a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufaff'

const letters = `A-Z${otherLetters}`

/** True for a text `o` that is only a copy of the text `d` in the default language: `isCopiedText` in SQL, without confirmed texts. */
function formatCopyCondition({ dialect }: Queryable): string {
  const contains = (...classes: readonly string[]): string => dialect.containsRun('d.text', classes)
  const words = [0, 1, 2].map((at) => contains(...[letters, letters, letters].with(at, otherLetters)))
  return `o.text = d.text AND ${contains(letters)} AND (NOT ${contains('0-9')} OR ${words.join(' OR ')})
    AND NOT EXISTS (SELECT 1 FROM svc_same_texts s WHERE s.language_tag = o.language_tag AND s.text = d.text)`
}

function formatGapQuery(on: Queryable, { entity, source, language, ids }: TextGapQuery) {
  const fields = toInList(listTranslatedFields(entity))
  const copied = toInList(isSameLanguage(source, language) ? [] : listCopyFields(entity))
  const own = ids && toInList(ids)
  const sql = `FROM svc_texts d LEFT JOIN svc_texts o
    ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
    WHERE d.entity = ? AND d.language_tag = ? AND d.field IN ${fields.sql} AND d.text <> ''${own ? ` AND d.entity_id IN ${own.sql}` : ''}
    AND (o.text IS NULL OR o.text = '' OR (d.field IN ${copied.sql} AND ${formatCopyCondition(on)}))`
  return { sql, params: [language, entity.name, source, ...fields.params, ...(own?.params ?? []), ...copied.params] }
}

async function countGaps(on: Queryable, gapQuery: TextGapQuery): Promise<number> {
  const { sql, params } = formatGapQuery(on, gapQuery)
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
  const versions = await loadVersions(database, [sameTextsTopic, ...translated.map(toRowsTopic)])
  const key = `${source} ${language} ${versions.get(sameTextsTopic) ?? 0}`
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

/** The number of missing texts by record id, in one language. Records without missing texts are left out. */
export async function countGapsByRecord(
  on: Queryable,
  { ids, ...gapQuery }: TextGapQuery & { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  if (listTranslatedFields(gapQuery.entity).length === 0) return counts
  for (const portion of splitIntoPortions(ids)) {
    const { sql, params } = formatGapQuery(on, { ...gapQuery, ids: portion })
    const select = `SELECT d.entity_id AS id, COUNT(*) AS missing ${sql} GROUP BY d.entity_id`
    for (const row of await on.query<{ id: number; missing: number | string }>(select, params))
      counts.set(Number(row.id), Number(row.missing))
  }
  return counts
}

/** The missing texts in the order of records and fields, each with its texts in all languages. */
export async function listMissingTexts(
  on: Queryable,
  gapQuery: TextGapQuery,
  limit: number,
  offset: number,
): Promise<readonly TextGap[]> {
  if (listTranslatedFields(gapQuery.entity).length === 0) return []
  const { sql, params } = formatGapQuery(on, gapQuery)
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

const toCountKey = (...parts: readonly string[]): string => parts.join(' ')

/** Copies of texts in the default language, by language, entity and field. */
async function countCopies(
  on: Queryable,
  registry: Registry,
  [source = '', ...others]: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const language of others.filter((tag) => !isSameLanguage(tag, source))) {
    const rows = await on.query<{ entity: string; field: string; count: number }>(
      `SELECT d.entity, d.field, COUNT(*) AS count FROM svc_texts d JOIN svc_texts o
        ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
        WHERE d.language_tag = ? AND ${formatCopyCondition(on)} GROUP BY d.entity, d.field`,
      [language, source],
    )
    for (const { entity: name, field, count } of rows) {
      const entity = registry.entities.get(name)
      if (entity && listCopyFields(entity).includes(field)) counts.set(toCountKey(language, name, field), Number(count))
    }
  }
  return counts
}

/**
 * Counts by language, entity and field, in the order of the languages and of the registry. Zero counts are omitted. The first language
 * is the store's default: copies of its texts count as missing.
 */
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
  const copies = await countCopies(on, registry, languages)
  const storedCounts = new Map(rows.map(({ entity, field, tag, count }) => [toCountKey(entity, field, tag), Number(count)]))
  const expectedCounts = new Map(totals.map(({ entity, field, count }) => [toCountKey(entity, field), Number(count)]))
  return languages.flatMap((language) =>
    [...registry.entities.values()].flatMap((entity) =>
      getLayout(entity).translatable.flatMap(({ name: field }): readonly MissingTextCount[] => {
        const missing =
          (expectedCounts.get(toCountKey(entity.name, field)) ?? 0) -
          (storedCounts.get(toCountKey(entity.name, field, language)) ?? 0) +
          (copies.get(toCountKey(language, entity.name, field)) ?? 0)
        return missing > 0 ? [{ language, entity: entity.name, field, missing }] : []
      }),
    ),
  )
}

/** The lowest ids of records without the field's text in the language, or with a copy of the default language, up to `limit`. */
export async function findRecordsWithoutText(
  on: Queryable,
  registry: Registry,
  { language, entity, field }: Omit<MissingTextCount, 'missing'>,
  languages: readonly string[],
  limit: number,
): Promise<readonly number[]> {
  const { sql: tags, params } = toInList(languages)
  const [source = ''] = languages
  const text = `entity = ? AND field = ? AND text <> ''`
  const sql = `SELECT DISTINCT entity_id AS id FROM svc_texts WHERE ${text} AND language_tag IN ${tags}
    AND entity_id NOT IN (SELECT entity_id FROM svc_texts WHERE ${text} AND language_tag = ?) ORDER BY entity_id LIMIT ?`
  const rows = await on.query<{ id: number }>(sql, [entity, field, ...params, entity, field, language, limit])
  const isCopyMissing = language !== source && !isSameLanguage(language, source)
  const copies =
    isCopyMissing && listCopyFields(requireEntity(registry, entity)).includes(field)
      ? await on.query<{ id: number }>(
          `SELECT d.entity_id AS id FROM svc_texts d JOIN svc_texts o
            ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
            WHERE d.entity = ? AND d.field = ? AND d.language_tag = ? AND ${formatCopyCondition(on)} ORDER BY d.entity_id LIMIT ?`,
          [language, entity, field, source, limit],
        )
      : []
  return [...rows, ...copies]
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .slice(0, limit)
}

/** A text that is right in a language although it equals the text in the store's default language. */
export interface SameText {
  readonly language: string
  readonly text: string
}

/**
 * The confirmed texts, by language and text.
 * @param among only texts that a record of these entities has. Default: all
 */
export function listSameTexts(on: Queryable, among?: readonly Entity[]): Promise<SameText[]> {
  const names = toInList(among?.map(({ name }) => name) ?? [])
  const condition =
    among === undefined
      ? ''
      : `WHERE EXISTS (SELECT 1 FROM svc_texts t
          WHERE t.language_tag = s.language_tag AND t.text = s.text AND t.entity IN ${names.sql})`
  const sql = `SELECT s.language_tag AS language, s.text FROM svc_same_texts s ${condition} ORDER BY s.language_tag, s.text`
  return on.query<{ language: string; text: string }>(sql, among === undefined ? [] : names.params)
}

/** Copies with this text no longer count as missing in the language, in all records. */
export async function confirmSameText(u: Unit, { language, text }: SameText): Promise<void> {
  const columns = ['language_tag', 'digest', 'text']
  await u.run(u.dialect.insertMissing('svc_same_texts', columns, ['language_tag', 'digest']), [language, sha256(text), text])
  u.changeSet.raiseVersion(sameTextsTopic)
}

/**
 * Confirms all copies of texts in the first language, for content whose names were checked. Copies in variants of that language need no
 * confirmation.
 */
export async function confirmCopies(u: Unit, registry: Registry, [source = '', ...others]: readonly string[]): Promise<void> {
  for (const language of others.filter((tag) => !isSameLanguage(tag, source))) {
    const rows = await u.query<{ entity: string; field: string; text: string }>(
      `SELECT DISTINCT d.entity, d.field, d.text FROM svc_texts d JOIN svc_texts o
        ON o.entity = d.entity AND o.entity_id = d.entity_id AND o.field = d.field AND o.language_tag = ?
        WHERE d.language_tag = ? AND ${formatCopyCondition(u)}`,
      [language, source],
    )
    const isNamed = ({ entity, field }: (typeof rows)[number]): boolean =>
      registry.entities.has(entity) && listCopyFields(requireEntity(registry, entity)).includes(field)
    for (const { text } of rows.filter(isNamed)) await confirmSameText(u, { language, text })
  }
}

export async function withdrawSameText(u: Unit, { language, text }: SameText): Promise<void> {
  await u.run('DELETE FROM svc_same_texts WHERE language_tag = ? AND digest = ?', [language, sha256(text)])
  u.changeSet.raiseVersion(sameTextsTopic)
}
