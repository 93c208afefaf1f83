// Caches the order of records that are sorted by texts. Sorting reads every text, so it runs once per version of the rows.
import { defineCache } from '../caches.js'
import type { Context } from '../context.js'
import type { Queryable } from '../database/queryable.js'
import { toInList, type RecordRow } from '../database/statement.js'
import type { SqlFragment } from './expressions.js'
import type { EntityLayout } from './layout.js'
import { toRowsTopic } from '../database/versions.js'
import { rowsVersionColumn } from './totals.js'

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
export const hasTextJoins = ({ joins }: OrderQuery): boolean => joins.sql !== ''

/** A page from the cached order, with the total. null if there is no cached order or it is out of date. */
export async function readCachedPage(
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
export async function cacheOrder(
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
