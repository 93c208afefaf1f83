// Caches the number of records that match a filter. A count reads every matching row, so it runs once per version of the rows.
import { minute } from '../../foundation/clock.js'
import type { Entity } from '../../model/entity/define.js'
import { defineCache } from '../caches.js'
import type { Context } from '../context.js'
import { toRowsTopic } from '../database/versions.js'
import type { SqlFragment } from './expressions.js'

/** Totals by query, for each entity. */
const totalCache = defineCache<Map<string, Promise<number>>>('totals', 100)
/** The maximum number of cached totals of one entity. */
const maximumTotals = 200

/** A column for the row query of a list: reads the version together with the rows, which saves a query. */
export const rowsVersionColumn = '(SELECT version FROM svc_versions WHERE topic = ?) AS rows_version'

/** The total of the query at the given version. Counts if the cache does not have it. */
export async function getTotalAtVersion(
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
