// How many records match a filter: counted once per state of the entity's rows, because counting looks at every one of them.
import { minute } from '../../foundation/clock.js'
import type { Entity } from '../../model/entity/define.js'
import { defineCache } from '../caches.js'
import type { Context } from '../context.js'
import { isBumped, type Topic } from '../database/versions.js'
import type { Unit } from '../database/unit.js'
import type { Fragment } from './expressions.js'

/** Raised by every write of the entity that raises anything. */
export function rowsTopic(entity: Entity): Topic {
  return `rows:${entity.name}`
}

/** Totals by query, per entity. */
const totals = defineCache<Map<string, Promise<number>>>('totals', 100)
/** Different queries whose totals are kept for one entity. */
const kept = 200

/** In a list's row statement: the version that the rows were read under, so that it costs no statement of its own. */
export const versionColumn = '(SELECT version FROM svc_versions WHERE topic = ?) AS rows_version'

/** True where totals of the entity may be kept: it has a version, and no open unit has changed its rows. */
export function keepsTotals(entity: Entity, unit?: Unit): boolean {
  return entity.topic !== null && !(unit && isBumped(unit, rowsTopic(entity)))
}

/** The total of the query under a version that was read before; counted where it is not known. */
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

/** Rows from which on counting is felt, and the milliseconds for which such a count stands. */
const many = 10_000
const stands = minute

interface Remembered {
  readonly total: number
  readonly until: number
}
const remembered = new WeakMap<Context, Map<string, Remembered>>()

/** The total of a query on records that have no version; of more than ten thousand it may be a minute old. */
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
