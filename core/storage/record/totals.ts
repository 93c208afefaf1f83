// Caches the number of records that match a filter. A count reads every matching row, so it runs once per version of the rows.
import { minute } from '../../foundation/clock.js'
import type { Entity } from '../../model/entity/define.js'
import { defineCache } from '../caches.js'
import type { Context } from '../context.js'
import { isBumped, type Topic } from '../database/versions.js'
import type { Unit } from '../database/unit.js'
import type { Fragment } from './expressions.js'

/** The version counter of the entity's rows. Every write of the entity raises it, if the entity has a topic. */
export function rowsTopic(entity: Entity): Topic {
  return `rows:${entity.name}`
}

/** Totals by query, for each entity. */
const totals = defineCache<Map<string, Promise<number>>>('totals', 100)
/** The maximum number of cached totals of one entity. */
const kept = 200

/** A column for the row query of a list: reads the version together with the rows, which saves a query. */
export const versionColumn = '(SELECT version FROM svc_versions WHERE topic = ?) AS rows_version'

/** True if totals of the entity are cacheable: it has a version, and the open unit has not changed its rows. */
export function keepsTotals(entity: Entity, unit?: Unit): boolean {
  return entity.topic !== null && !(unit && isBumped(unit, rowsTopic(entity)))
}

/** The total of the query at the given version. Counts if the cache does not have it. */
export async function totalUnder(
  context: Context,
  entity: Entity,
  version: number,
  query: Fragment,
  count: () => Promise<number>,
): Promise<number> {
  const known = await context.caches.of(totals).get(rowsTopic(entity), version, () => Promise.resolve(new Map()))
  const key = JSON.stringify([query.sql, query.params])
  const total = known.get(key)
  if (total) return total
  if (known.size >= kept) known.clear()
  const counting = count()
  known.set(key, counting)
  counting.catch(() => known.delete(key))
  return counting
}

/** Counts above this number of rows are slow. They are cached for one minute, in milliseconds. */
const many = 10_000
const stands = minute

interface Remembered {
  readonly total: number
  readonly until: number
}
const remembered = new WeakMap<Context, Map<string, Remembered>>()

/** The total of a query on records without a version. A total above ten thousand can be up to one minute old. */
export async function recentTotal(context: Context, query: Fragment, count: () => Promise<number>): Promise<number> {
  const known = remembered.get(context) ?? new Map<string, Remembered>()
  remembered.set(context, known)
  const key = JSON.stringify([query.sql, query.params])
  const now = context.clock.now()
  const held = known.get(key)
  if (held && now < held.until) return held.total
  const total = await count()
  if (known.size >= kept) known.clear()
  if (total > many) known.set(key, { total, until: now + stands })
  else known.delete(key)
  return total
}
