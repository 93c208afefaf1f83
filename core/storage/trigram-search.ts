// Narrows a search to the records that the trigram index finds.
import { findIndexedProperties, indexedColumn, collectFilters } from '../model/entity/filters.js'
import { foldText } from '../foundation/property/text.js'
import type { Context } from './context.js'
import { quoteName, type Queryable, toInList } from './database/dialect.js'
import { minute } from '../foundation/clock.js'
import type { SqlFragment } from './record/list-query.js'
import type { EntityLayout } from './record/present.js'
import { toRowsTopic } from './unit-of-work/identity-map.js'
import { trigramLength, toTrigrams, toBlockIds } from './trigram-index.js'

/** Number of records from which the index is faster than a full scan. */
export const minimumIndexedRecords = 1_000

/** Maximum waiting records. With more, searches scan all records until the index has caught up. */
export const maximumUnindexedRecords = 1_000

/** Maximum candidates. With more, a full scan is as fast. */
const maximumCandidates = 4_000

/** Number of trigrams whose frequency is counted, the upper limit of each count, and the number of rarest trigrams for the lookup. */
const countedTrigrams = 8

const maximumCount = 200

const lookupTrigrams = 4

export interface CandidateCondition {
  /** Holds for all records that can match, and possibly for others. */
  readonly condition: SqlFragment
  /** The version of the entity's rows for which the condition was computed; 0 if there is none. */
  readonly version: number
}

interface SearchedText {
  readonly text: string
  readonly fields: readonly string[]
}

/** The longest searched text among the filters whose fields are all indexed. */
function findSearchedText({ entity }: EntityLayout, filters: ReadonlyMap<string, unknown>): SearchedText | null {
  const searched = findIndexedProperties(entity)
  if (searched.size === 0) return null
  let longest: SearchedText | null = null
  for (const [name, value] of filters) {
    const filter = collectFilters(entity).get(name)
    if (filter?.compare !== 'contains' || !filter.properties.every((property) => searched.has(property))) continue
    const text = foldText(String(value))
    if (text.length > (longest?.text.length ?? trigramLength - 1))
      longest = { text, fields: filter.properties.map((textProperty) => textProperty.name) }
  }
  return longest
}

/** Picks `count` trigrams, evenly spaced from the first to the last. */
function pickEvenly(trigrams: readonly number[], count: number): readonly number[] {
  if (trigrams.length <= count) return trigrams
  return Array.from({ length: count }, (_, at) => trigrams[Math.round((at * (trigrams.length - 1)) / (count - 1))]!)
}

/**
 * A condition for the records that can match the longest searched text. It includes everything written before the call. null if the
 * index does not help: the text is short or frequent, the records are few, or the index has not caught up.
 */
export async function narrowSearch(
  context: Context,
  on: Queryable,
  shape: EntityLayout,
  filters: ReadonlyMap<string, unknown> | undefined,
): Promise<CandidateCondition | null> {
  const sought = filters === undefined ? null : findSearchedText(shape, filters)
  if (sought === null) return null
  const trigrams = pickEvenly([...toTrigrams(sought.text)], countedTrigrams)
  if (trigrams.length === 0 || !(await isLargeTable(context, on, shape))) return null
  const state = await readIndexState(on, shape, trigrams)
  if (state === null || !sought.fields.every((field) => state.fields.includes(field))) return null
  // Read the waiting records before the index: a record indexed in between is then found twice instead of never.
  const tail = await on.query<{ id: number }>(
    `SELECT id FROM ${shape.table} WHERE ${quoteName(indexedColumn)} = 0 ORDER BY id LIMIT ${maximumUnindexedRecords + 1}`,
  )
  if (tail.length > maximumUnindexedRecords) return null
  const blocks = await findMatchingBlocks(on, shape, state.rarest)
  const ids = new Set(tail.map(({ id }) => Number(id)))
  for (const { block, records } of blocks) for (const id of toBlockIds(Number(block), Number(records))) ids.add(id)
  if (ids.size > maximumCandidates) return null
  const { sql, params } = toInList([...ids])
  return { condition: { sql: `r.id IN ${sql}`, params }, version: state.version }
}

interface IndexState {
  readonly fields: readonly string[]
  readonly version: number
  readonly rarest: readonly number[]
}

/** The indexed fields, the version of the rows, and the rarest of the trigrams; null if there is no index. */
async function readIndexState(on: Queryable, { entity }: EntityLayout, trigrams: readonly number[]): Promise<IndexState | null> {
  const counts = trigrams.map(
    (_, at) =>
      `(SELECT COUNT(*) FROM (SELECT block FROM svc_grams WHERE entity = ? AND gram = ? LIMIT ${maximumCount}) n${at}) AS n${at}`,
  )
  const fields = '(SELECT fields FROM svc_gram_states WHERE entity = ?) AS fields'
  const version = '(SELECT version FROM svc_versions WHERE topic = ?) AS version'
  const [row] = await on.query(`SELECT ${[fields, version, ...counts].join(', ')}`, [
    entity.name,
    toRowsTopic(entity),
    ...trigrams.flatMap((trigram) => [entity.name, trigram]),
  ])
  if (!row?.['fields']) return null
  const byCount = trigrams
    .map((trigram, at) => ({ gram: trigram, count: Number(row[`n${at}`]) }))
    .sort((a, b) => a.count - b.count)
  return {
    fields: String(row['fields']).split(' '),
    version: Number(row['version'] ?? 0),
    rarest: byCount.slice(0, lookupTrigrams).map(({ gram: trigram }) => trigram),
  }
}

/** The blocks with records that contain all of the trigrams, and the bits of these records. */
function findMatchingBlocks(
  on: Queryable,
  { entity }: EntityLayout,
  trigrams: readonly number[],
): Promise<readonly { readonly block: number; readonly records: number }[]> {
  const joins = trigrams.map((_, at) =>
    at === 0
      ? 'svc_grams g0'
      : `CROSS JOIN svc_grams g${at} ON g${at}.entity = ? AND g${at}.gram = ? AND g${at}.block = g0.block`,
  )
  const shared = trigrams.map((_, at) => `g${at}.records`).join(' & ')
  const sql = `SELECT g0.block AS block, ${shared} AS records FROM ${joins.join(' ')}
    WHERE g0.entity = ? AND g0.gram = ? AND (${shared}) <> 0 LIMIT ${maximumCandidates + 1}`
  const [first, ...otherTrigrams] = trigrams
  return on.query(sql, [...otherTrigrams.flatMap((trigram) => [entity.name, trigram]), entity.name, first!])
}

interface TableSize {
  readonly large: boolean
  readonly until: number
}

const tableSizes = new WeakMap<Context, Map<string, TableSize>>()

/** True from 1,000 records on. Counted at most once a minute, so small shops have almost no extra cost. */
async function isLargeTable(context: Context, on: Queryable, { entity, table }: EntityLayout): Promise<boolean> {
  const sizesByEntity = tableSizes.get(context) ?? new Map<string, TableSize>()
  tableSizes.set(context, sizesByEntity)
  const now = context.clock.now()
  const cachedSize = sizesByEntity.get(entity.name)
  if (cachedSize && now < cachedSize.until) return cachedSize.large
  const sql = `SELECT COUNT(*) AS count FROM (SELECT id FROM ${table} WHERE id > 0 LIMIT ${minimumIndexedRecords}) n`
  const [row] = await on.query<{ count: number }>(sql)
  const large = Number(row?.count ?? 0) >= minimumIndexedRecords
  sizesByEntity.set(entity.name, { large, until: now + minute })
  return large
}
