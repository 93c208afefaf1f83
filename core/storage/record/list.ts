// Reads a page of a collection with three queries: rows, total and texts. Missing texts need a fourth query.
import { listAlternatives, suggestName, createMessage, createLabel } from '../../foundation/message.js'
import { createIssue, type Issue, ValidationError } from '../../foundation/errors.js'
import { findOrderingParent } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { defineCache, getVersionedSnapshot } from '../caches.js'
import { toRowsTopic } from '../unit-of-work/identity-map.js'
import type { Context, ListOptions } from '../context.js'
import { narrowSearch } from '../trigram-search.js'
import { quoteColumns, type Queryable, type RecordRow, toInList } from '../database/dialect.js'
import { QueryExpressions, type SqlFragment, joinFragments, compileFilters, hasDayBound } from './list-query.js'
import { presentRecord, loadTexts, type EntityLayout, getLayout } from './present.js'
import { requireActiveLanguage, requireOperation } from './load.js'
import type { ListField, ListQuery, ListResult } from './results.js'
import { readTimeZone } from './snapshot.js'
import { minute } from '../../foundation/clock.js'
import type { Entity } from '../../model/entity/define.js'

/** Totals by query, for each entity. */
const totalCache = defineCache<Map<string, Promise<number>>>('totals', 100)
/** The maximum number of cached totals of one entity. */
const maximumTotals = 200

/** A column for the row query of a list: reads the version together with the rows, which saves a query. */
const rowsVersionColumn = '(SELECT version FROM svc_versions WHERE topic = ?) AS rows_version'

/** The total of the query at the given version. Counts if the cache does not have it. */
async function getTotalAtVersion(
  context: Context,
  entity: Entity,
  version: number,
  query: SqlFragment,
  count: () => Promise<number>,
): Promise<number> {
  const totalsByKey = await context.caches.of(totalCache).get(toRowsTopic(entity), version, () => Promise.resolve(new Map()))
  const key = JSON.stringify([query.sql, query.params])
  const total = totalsByKey.get(key)
  if (total) return total
  if (totalsByKey.size >= maximumTotals) totalsByKey.clear()
  const counting = count()
  totalsByKey.set(key, counting)
  counting.catch(() => totalsByKey.delete(key))
  return counting
}

/** Counts above this number of rows are slow. They are cached for one minute, in milliseconds. */
const slowCountFrom = 10_000
const totalLifetime = minute

interface CachedTotal {
  readonly total: number
  readonly until: number
}
const recentTotals = new WeakMap<Context, Map<string, CachedTotal>>()

/** The total of a query on records without a version. A total above ten thousand can be up to one minute old. */
export async function getRecentTotal(context: Context, query: SqlFragment, count: () => Promise<number>): Promise<number> {
  const totalsByKey = recentTotals.get(context) ?? new Map<string, CachedTotal>()
  recentTotals.set(context, totalsByKey)
  const key = JSON.stringify([query.sql, query.params])
  const now = context.clock.now()
  const cachedTotal = totalsByKey.get(key)
  if (cachedTotal && now < cachedTotal.until) return cachedTotal.total
  const total = await count()
  if (totalsByKey.size >= maximumTotals) totalsByKey.clear()
  if (total > slowCountFrom) totalsByKey.set(key, { total, until: now + totalLifetime })
  else totalsByKey.delete(key)
  return total
}

/** Collections have only plain keys. */
const noFlatKeys: readonly string[] = []

const defaultLimit = 50
export const maximumLimit = 200

const byId: SqlFragment = { sql: 'r.id', params: [] }

function getDefaultOrder({ entity, stored }: EntityLayout): readonly string[] {
  if (entity.sort) return entity.sort
  if (!stored.some((property) => property.name === 'ordering')) return []
  const parent = findOrderingParent(entity)
  return parent === null ? ['ordering'] : [parent, 'ordering']
}

/** The ORDER BY expressions, or an issue. Texts sort without regard to case and accents, then by their exact form. */
function compileSort(shape: EntityLayout, sort: string | undefined, expressions: QueryExpressions): SqlFragment | Issue {
  const sortKeys = sort === undefined || sort === '' ? getDefaultOrder(shape) : sort.split(',')
  const declared = sort === undefined || sort === ''
  const sortable = declared ? [...shape.stored, ...shape.translatable] : shape.sortable
  const parts: SqlFragment[] = []
  for (const part of sortKeys) {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    const property = sortable.find((candidate) => candidate.name === name)
    if (!property && name !== 'id') return createUnknownSortIssue(shape, name)
    const keys = property ? [expressions.folded(property) ?? [], expressions.of(property)].flat() : [byId]
    parts.push(...keys.map(({ sql, params }) => ({ sql: sql + (descending ? ' DESC' : ''), params })))
    if (!property) return joinFragments(parts, ', ')
  }
  // The id follows the direction of the last column, so the database can scan one index.
  const backwards = sortKeys.at(-1)?.startsWith('-') === true
  return joinFragments([...parts, backwards ? { ...byId, sql: `${byId.sql} DESC` } : byId], ', ')
}

function createUnknownSortIssue({ entity, sortable }: EntityLayout, name: string): Issue {
  const names = ['id', ...sortable.map((property) => property.name)]
  const message = createMessage('errors.unknownSort', {
    entity: createLabel('entity', entity.name),
    name: name.slice(0, 100),
    hint: suggestName(name, names),
    names: listAlternatives(names),
  })
  return createIssue('sort', message, 'UNKNOWN_SORT')
}

// Caches the order of records that are sorted by texts. Sorting reads every text, so it runs once per version of the rows.

/** The maximum number of records in a cached order, and of cached orders per entity. */
const maximumOrderedRecords = 20_000
const maximumOrders = 12

/** The ids of the matching rows, in order. null if there are too many to cache. */
type CachedOrder = Uint32Array | null
type OrdersByQuery = Map<string, CachedOrder>
const orderCache = defineCache<OrdersByQuery>('orders of records', 20)

export interface OrderQuery {
  readonly joins: SqlFragment
  readonly where: SqlFragment
  readonly order: SqlFragment
}

const toQueryKey = ({ joins, where: condition, order }: OrderQuery): string => JSON.stringify([joins, condition, order])

/** True if the query reads texts. Only then is its order cached. */
const hasTextJoins = ({ joins }: OrderQuery): boolean => joins.sql !== ''

/** A page from the cached order, with the total. null if there is no cached order or it is out of date. */
async function readCachedPage(
  context: Context,
  { entity }: EntityLayout,
  query: OrderQuery,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  select: (ids: SqlFragment) => Promise<readonly RecordRow[]>,
): Promise<{ readonly rows: readonly RecordRow[]; readonly total: number } | null> {
  const cachedOrders = context.caches.of(orderCache).peek(toRowsTopic(entity))
  const order = (await cachedOrders?.value)?.get(toQueryKey(query))
  if (!cachedOrders || !order) return null
  const ids = [...order.subarray(offset, offset + limit)]
  if (ids.length === 0) return null
  const rows = new Map((await select(toInList(ids))).map((row) => [Number(row.id), row]))
  const isCurrent = [...rows.values()].every((row) => Number(row.rows_version ?? 0) === cachedOrders.version)
  if (!isCurrent || rows.size < ids.length) return null
  return { rows: ids.map((id) => rows.get(id)!), total: order.length }
}

/**
 * Computes and caches the order. Returns the number of matching records, or null if there are too many.
 * @param narrowed a condition that selects the few possible matches, and the version under which it was computed. If the rows have
 *   another version, nothing is cached.
 */
async function cacheOrder(
  context: Context,
  on: Queryable,
  { entity, table }: EntityLayout,
  query: OrderQuery,
  narrowed: { readonly where: SqlFragment; readonly version: number } | null = null,
): Promise<number | null> {
  const { joins, order } = query
  const condition = narrowed?.where ?? query.where
  const cache = context.caches.of(orderCache)
  const topic = toRowsTopic(entity)
  if ((await cache.peek(topic)?.value)?.get(toQueryKey(query)) === null) return null
  const sql = `SELECT r.id, ${rowsVersionColumn} FROM ${table} r${joins.sql}${condition.sql} ORDER BY ${order.sql} LIMIT ${maximumOrderedRecords + 1}`
  const rows = await on.query<RecordRow>(sql, [topic, ...joins.params, ...condition.params, ...order.params])
  if (rows.length === 0) return 0
  const version = Number(rows[0]!.rows_version ?? 0)
  if (narrowed && narrowed.version !== version) return rows.length
  const cachedOrders = await cache.get(topic, version, () => Promise.resolve<OrdersByQuery>(new Map()))
  if (cachedOrders.size >= maximumOrders) cachedOrders.clear()
  const isTooMuch = rows.length > maximumOrderedRecords
  cachedOrders.set(toQueryKey(query), isTooMuch ? null : Uint32Array.from(rows, ({ id }) => Number(id)))
  return isTooMuch ? null : rows.length
}

/**
 * Returns the listing columns of the matching records, in order, and their total. Clamps a limit above
 * 200. Throws VALIDATION_FAILED with all issues: unknown filters, sort columns and languages, invalid filter values, and a limit
 * or offset that is not a whole number from 0.
 */
export async function listEntityRecords(
  context: Context,
  entityName: string,
  query: ListQuery = {},
  options: ListOptions = {},
): Promise<ListResult> {
  const entity = requireEntity(context.registry, entityName)
  requireOperation(entity, 'list')
  const on = options.unit ?? context.database
  const { snapshot } = options.versionedSnapshot ?? (await getVersionedSnapshot(context, options.unit))
  const issues: Issue[] = []
  const limit = parsePageNumber(query.limit ?? defaultLimit, 'limit', issues)
  const offset = parsePageNumber(query.offset ?? 0, 'offset', issues)
  const language = requireActiveLanguage(snapshot.languages, query.language)
  const { languages, defaultLanguage } = snapshot

  const shape = getLayout(entity)
  const expressions = new QueryExpressions(entity, language, languages)
  const requestedFilters = query.filters ?? new Map<string, unknown>()
  const timeZone = hasDayBound(entity, requestedFilters) ? await readTimeZone(snapshot, on) : 'UTC'
  const filters = compileFilters(context.registry, entity, requestedFilters, expressions, timeZone)
  issues.push(...filters.issues)
  const conditions = query.where ? [...filters.conditions, query.where] : filters.conditions
  const filtered = { where: formatWhereClause(conditions), joins: expressions.joins() }
  const order = compileSort(shape, query.sort, expressions)
  if ('message' in order) throw new ValidationError([...issues, order])
  if (issues.length > 0) throw new ValidationError(issues)

  const pageSize = query.unbounded ? limit : Math.min(limit, maximumLimit)
  const versioned =
    filters.own && !query.where && entity.topic !== null && options.unit?.changeSet.isVersionRaised(toRowsTopic(entity)) !== true
  const ordered = { joins: expressions.joins(), where: filtered.where, order }
  const byTexts = versioned && hasTextJoins(ordered)
  const paged = { limit: pageSize, offset }
  const inOrder = byTexts ? await readCachedPage(context, shape, ordered, paged, (ids) => selectRowsById(on, shape, ids)) : null
  const narrowed = inOrder === null ? await narrowSearch(context, on, shape, query.filters) : null
  const narrowedQuery = narrowed ? { ...ordered, where: formatWhereClause([narrowed.condition, ...conditions]) } : ordered
  const rows = inOrder?.rows ?? (await selectRows(on, shape, { ...narrowedQuery, ...paged }, versioned))
  const complete = rows.length < pageSize && (rows.length > 0 || offset === 0)
  const count = (): Promise<number> => countRows(on, shape, filtered.joins, narrowedQuery.where)
  const version = versioned && rows[0] ? Number(rows[0].rows_version ?? 0) : null
  const totalKey = joinFragments([{ sql: shape.table, params: [] }, ...Object.values(filtered)], '')
  const totalOf = async (): Promise<number> => {
    // The narrowed rows are from another version. Do not use or cache their count under this one.
    if (narrowed && version !== null && narrowed.version !== version) return count()
    if (byTexts && version !== null) {
      const under = narrowed && { where: narrowedQuery.where, version: narrowed.version }
      return (
        (await cacheOrder(context, on, shape, ordered, under)) ?? getTotalAtVersion(context, entity, version, totalKey, count)
      )
    }
    if (version !== null) return getTotalAtVersion(context, entity, version, totalKey, count)
    return entity.topic === null && !options.unit ? getRecentTotal(context, totalKey, count) : count()
  }
  const total = inOrder?.total ?? (complete ? offset + rows.length : await totalOf())
  const translated = shape.listed.filter((property) => property.translatable).map((property) => property.name)
  const ids = rows.map((row) => row.id)
  const tags = language === defaultLanguage ? [language] : [language, defaultLanguage]
  const texts = await loadTexts(on, entity.name, ids, { fields: translated, tags })
  const otherTags = languages.filter((tag) => !tags.includes(tag))
  const isIncomplete = (id: number): boolean => translated.some((field) => texts.plain(id, field, tags) === '')
  const incomplete = otherTags.length > 0 ? ids.filter(isIncomplete) : []
  texts.add(await loadTexts(on, entity.name, incomplete, { fields: translated, tags: otherTags }))
  const languageOptions = { tags: [...tags, ...otherTags], flat: noFlatKeys }
  return {
    entity: entity.name,
    records: rows.map((row) => presentRecord(shape.listed, row, texts, languageOptions, context.registry)),
    fields: toListFields(shape),
    meta: { total, offset, limit: pageSize, returned: rows.length },
  }
}

function parsePageNumber(value: number, name: 'limit' | 'offset', issues: Issue[]): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  issues.push(createIssue(name, createMessage('errors.numberFromZero', { name })))
  return 0
}

function formatWhereClause(conditions: readonly SqlFragment[]): SqlFragment {
  const all = joinFragments(conditions, ' AND ')
  return conditions.length > 0 ? { sql: ` WHERE ${all.sql}`, params: all.params } : all
}

interface RowQuery {
  readonly joins: SqlFragment
  readonly where: SqlFragment
  readonly order: SqlFragment
  readonly limit: number
  readonly offset: number
}

function formatListColumns(shape: EntityLayout): string {
  const columns = shape.listed.filter((property) => !property.translatable).map((property) => property.name)
  return quoteColumns(['id', ...columns]).replaceAll(/`\w+`/g, 'r.$&')
}

/** The rows in order. `versioned` adds the version of the rows. */
function selectRows(on: Queryable, shape: EntityLayout, query: RowQuery, versioned: boolean): Promise<RecordRow[]> {
  const { joins, where: condition, order, limit, offset } = query
  const selected = formatListColumns(shape) + (versioned ? `, ${rowsVersionColumn}` : '')
  const sql = `SELECT ${selected} FROM ${shape.table} r${joins.sql}${condition.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`
  const version = versioned ? [toRowsTopic(shape.entity)] : []
  return on.query(sql, [...version, ...joins.params, ...condition.params, ...order.params, limit, offset])
}

/** The rows with these ids and their version. */
function selectRowsById(on: Queryable, shape: EntityLayout, { sql, params }: SqlFragment): Promise<RecordRow[]> {
  const listed = `SELECT ${formatListColumns(shape)}, ${rowsVersionColumn} FROM ${shape.table} r WHERE r.id IN ${sql}`
  return on.query(listed, [toRowsTopic(shape.entity), ...params])
}

async function countRows(on: Queryable, shape: EntityLayout, joins: SqlFragment, condition: SqlFragment): Promise<number> {
  const sql = `SELECT COUNT(*) AS total FROM ${shape.table} r${joins.sql}${condition.sql}`
  const [row] = await on.query<{ total: number }>(sql, [...joins.params, ...condition.params])
  return Number(row?.total ?? 0)
}

function toListFields(shape: EntityLayout): readonly ListField[] {
  const listed = shape.listed.map(({ name, label, kind }) => ({ name, label, type: kind.name }))
  return [{ name: 'id', label: 'ID', type: 'id' }, ...listed]
}
