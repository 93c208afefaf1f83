// How often somebody did something in a span of time: counted in the memory of this process, or in the database for all of them.
import type { Clock } from '../foundation/clock.js'
import { createLruCache } from '../foundation/lru-cache.js'
import type { Database } from './database/connection.js'
import { forgetBefore } from './database/forget.js'
import type { Queryable } from './database/queryable.js'
import type { SqlParameter } from './database/statement.js'
import { unit, type Unit } from './database/unit.js'

/** Where limits count. */
export type CountsPlace = 'memory' | 'database'

/** What counts in the database need of a context. */
export interface CountingOn {
  readonly database: Database
  readonly clock: Clock
}

export interface Counted {
  /** How many there are in the span. */
  readonly taken: number
  /** When the span is over, in milliseconds on the clock of the counts. */
  readonly ends: number
}

/** Counts of one kind, by whom they are of. A span begins with the first that is counted, and the count is 0 again after it. */
export interface Counts {
  /** How many may be counted at once by whoever counts often; those that come to nothing are lost. */
  readonly portion: (most: number) => number
  now(): number
  /** Adds to the count, and says what it is now. */
  add(who: string, amount: number): Promise<number>
  /** Adds nothing; null where nothing was counted in this span. */
  read(who: string): Promise<Counted | null>
}

/** Whose counts a process remembers at most; flooded from everywhere, the one that was asked for longest ago is the smallest loss. */
export const rememberedCounts = 10_000

/** @param length of the span, in milliseconds */
export function countsInMemory(length: number, now: () => number = () => performance.now()): Counts {
  const spans = createLruCache<string, { taken: number; readonly ends: number }>(rememberedCounts)
  const current = (who: string): { taken: number; readonly ends: number } | null => {
    const held = spans.get(who)
    return held === undefined || held.ends <= now() ? null : held
  }
  return {
    portion: () => 1,
    now,
    async add(who, amount) {
      const held = current(who) ?? { taken: 0, ends: now() + length }
      held.taken += amount
      spans.set(who, held)
      return held.taken
    },
    read: async (who) => current(who),
  }
}

const columns = ['kind', 'who', 'taken', 'ends']
const key = columns.slice(0, 2)

/**
 * The same in a row of the database for each of them, by one statement. A span that ends later than a span can is of a clock that
 * was wrong, and over.
 * @param kind names the counts, in all processes alike
 */
export function countsInDatabase({ database, clock }: CountingOn, kind: string, length: number): Counts {
  const { sql, paramsAt, readOn } = countingSql({ database, clock }, kind, length)
  return {
    portion: (most) => Math.max(1, Math.floor(most / 40)),
    now: () => clock.now(),
    read: (who) => readOn(database, who),
    async add(who, amount) {
      const params = paramsAt(who, amount)
      // A row that was not there before tells no number.
      if (database.dialect.told !== null) return (await database.run(sql, params)).insertId || amount
      return unit(database, async (u) => {
        await u.run(sql, params)
        return (await readOn(u, who))?.taken ?? amount
      })
    },
  }
}

/**
 * Adds one to a count of the database inside an open transaction, and returns the new count. A rollback takes it back.
 * @param length of the span, in milliseconds
 */
export async function countInUnit(context: CountingOn, u: Unit, kind: string, length: number, who: string): Promise<number> {
  const { sql, paramsAt, readOn } = countingSql(context, kind, length)
  await u.run(sql, paramsAt(who, 1))
  return (await readOn(u, who))?.taken ?? 1
}

/** The statements of `countsInDatabase`. */
function countingSql({ database, clock }: CountingOn, kind: string, length: number) {
  const { dialect } = database
  const over = '(svc_limits.ends <= ? OR svc_limits.ends > ?)'
  const taken = `CASE WHEN ${over} THEN ${dialect.incoming('taken')} ELSE svc_limits.taken + ${dialect.incoming('taken')} END`
  const ends = `ends = CASE WHEN ${over} THEN ${dialect.incoming('ends')} ELSE svc_limits.ends END`
  const sql = dialect.upsert('svc_limits', columns, key, `taken = ${dialect.told?.(taken) ?? taken}, ${ends}`)
  const spanAt = (now: number): readonly [number, number] => [now, now + 2 * length]

  async function readOn(on: Queryable, who: string): Promise<Counted | null> {
    const where = 'kind = ? AND who = ? AND ends > ? AND ends <= ?'
    const [row] = await on.query<{ taken: number; ends: number }>(`SELECT taken, ends FROM svc_limits WHERE ${where}`, [
      kind,
      who,
      ...spanAt(clock.now()),
    ])
    return row ? { taken: Number(row.taken), ends: Number(row.ends) } : null
  }

  function paramsAt(who: string, amount: number): readonly SqlParameter[] {
    const now = clock.now()
    const span = spanAt(now)
    return [kind, who, amount, now + length, ...span, ...span]
  }

  return { sql, paramsAt, readOn }
}

/** Forgets the counts of spans that are over; returns how many. */
export async function forgetOldCounts({ database, clock }: CountingOn): Promise<number> {
  return forgetBefore(database, 'svc_limits', 'ends', clock.now())
}

/** Counts where the installation's limits count. */
export function createCounts(context: CountingOn & { readonly limits: CountsPlace }, kind: string, length: number): Counts {
  return context.limits === 'memory' ? countsInMemory(length) : countsInDatabase(context, kind, length)
}
