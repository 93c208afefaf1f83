// Counters in the database: gapless number series, and rate limits per actor and time span, which can also be in memory.
import type { Clock } from '../foundation/clock.js'
import { createLruCache } from '../foundation/lru-cache.js'
import type { Database } from './database/connection.js'
import { deleteRowsBefore } from './database/table-rows.js'
import type { Queryable, SqlParameter } from './database/dialect.js'
import { unit, type Unit } from './unit-of-work/transaction.js'

/** The storage of rate-limit counters. */
export type CounterStorage = 'memory' | 'database'

/** The parts of a context that database counters need. */
export interface CounterContext {
  readonly database: Database
  readonly clock: Clock
}

export interface CounterState {
  /** The count in the current span. */
  readonly taken: number
  /** The end of the span in milliseconds, by the clock of the counters. */
  readonly ends: number
}

/** Counters of one kind, by actor. A span begins with the first counted action. After its end the count is 0. */
export interface RateLimitCounters {
  /** How many actions of a frequent actor to count in advance at once. Unused ones are lost. */
  readonly portion: (most: number) => number
  now(): number
  /** Adds to the count and returns the new count. */
  add(who: string, amount: number): Promise<number>
  /** Returns the count without adding. null if the current span has none. */
  read(who: string): Promise<CounterState | null>
}

/** The maximum number of actors in memory. Under a flood, the least recently used counter is dropped. */
export const maximumMemoryCounters = 10_000

/** @param length of the span in milliseconds */
export function createMemoryCounters(length: number, now: () => number = () => performance.now()): RateLimitCounters {
  const spans = createLruCache<string, { taken: number; readonly ends: number }>(maximumMemoryCounters)
  const current = (client: string): { taken: number; readonly ends: number } | null => {
    const span = spans.get(client)
    return span === undefined || span.ends <= now() ? null : span
  }
  return {
    portion: () => 1,
    now,
    async add(client, amount) {
      const counter = current(client) ?? { taken: 0, ends: now() + length }
      counter.taken += amount
      spans.set(client, counter)
      return counter.taken
    },
    read: async (client) => current(client),
  }
}

const columns = ['kind', 'who', 'taken', 'ends']
const key = columns.slice(0, 2)

/**
 * Stores each counter in a database row and updates it with one statement. A span that ends later than now plus twice the length
 * comes from a wrong clock and counts as over.
 * @param kind the name of the counters, equal in all processes
 */
export function createDatabaseCounters({ database, clock }: CounterContext, kind: string, length: number): RateLimitCounters {
  const { sql, paramsAt, readOn } = createCounterSql({ database, clock }, kind, length)
  return {
    portion: (maximum) => Math.max(1, Math.floor(maximum / 40)),
    now: () => clock.now(),
    read: (client) => readOn(database, client),
    async add(client, amount) {
      const params = paramsAt(client, amount)
      // The statement returns no count if it inserted the row.
      if (database.dialect.returnAsInsertId !== null) return (await database.run(sql, params)).insertId || amount
      return unit(database, async (u) => {
        await u.run(sql, params)
        return (await readOn(u, client))?.taken ?? amount
      })
    },
  }
}

/**
 * Adds one to a database counter inside an open transaction and returns the new count. A rollback reverts it.
 * @param length of the span in milliseconds
 */
export async function incrementCounterInUnit(
  context: CounterContext,
  u: Unit,
  kind: string,
  length: number,
  client: string,
): Promise<number> {
  const { sql, paramsAt, readOn } = createCounterSql(context, kind, length)
  const { insertId } = await u.run(sql, paramsAt(client, 1))
  // The statement returns no count if it inserted the row.
  return u.dialect.returnAsInsertId !== null ? insertId || 1 : ((await readOn(u, client))?.taken ?? 1)
}

/** The SQL statements of database counters. */
function createCounterSql({ database, clock }: CounterContext, kind: string, length: number) {
  const { dialect } = database
  const over = '(svc_limits.ends <= ? OR svc_limits.ends > ?)'
  const newCount = `CASE WHEN ${over} THEN ${dialect.incoming('taken')} ELSE svc_limits.taken + ${dialect.incoming('taken')} END`
  const ends = `ends = CASE WHEN ${over} THEN ${dialect.incoming('ends')} ELSE svc_limits.ends END`
  const sql = dialect.upsert('svc_limits', columns, key, `taken = ${dialect.returnAsInsertId?.(newCount) ?? newCount}, ${ends}`)
  const spanAt = (now: number): readonly [number, number] => [now, now + 2 * length]

  async function readOn(on: Queryable, client: string): Promise<CounterState | null> {
    const condition = 'kind = ? AND who = ? AND ends > ? AND ends <= ?'
    const [row] = await on.query<{ taken: number; ends: number }>(`SELECT taken, ends FROM svc_limits WHERE ${condition}`, [
      kind,
      client,
      ...spanAt(clock.now()),
    ])
    return row ? { taken: Number(row.taken), ends: Number(row.ends) } : null
  }

  function paramsAt(client: string, amount: number): readonly SqlParameter[] {
    const now = clock.now()
    const span = spanAt(now)
    return [kind, client, amount, now + length, ...span, ...span]
  }

  return { sql, paramsAt, readOn }
}

/** Deletes the counters of past spans. Returns their number. */
export async function deleteExpiredCounters({ database, clock }: CounterContext): Promise<number> {
  return deleteRowsBefore(database, 'svc_limits', 'ends', clock.now())
}

/** Creates the counters in the storage that the installation has configured. */
export function createRateLimitCounters(
  context: CounterContext & { readonly limits: CounterStorage },
  kind: string,
  length: number,
): RateLimitCounters {
  return context.limits === 'memory' ? createMemoryCounters(length) : createDatabaseCounters(context, kind, length)
}

const table = 'svc_numbers'

/**
 * Returns the next number of a series. The series row stays locked until the unit ends, so take the number last. A rollback
 * returns the number.
 * @param first the first number of the series. Ignored if the series is beyond it
 */
export async function takeNextNumber(unit: Unit, series: string, first = 1): Promise<number> {
  const { returnAsInsertId, insertMissing } = unit.dialect
  const begin = Math.max(1, first)
  const next = 'CASE WHEN last + 1 < ? THEN ? ELSE last + 1 END'
  const sql = `UPDATE ${table} SET last = ${returnAsInsertId?.(next) ?? next} WHERE series = ?`
  const count = () => unit.run(sql, [begin, begin, series])
  let counted = await count()
  if (counted.affected === 0) {
    await unit.run(insertMissing(table, ['series', 'last'], ['series']), [series, 0])
    counted = await count()
  }
  if (returnAsInsertId) return counted.insertId
  const [row] = await unit.query<{ last: number | string }>(`SELECT last FROM ${table} WHERE series = ?`, [series])
  return Number(row?.last)
}
