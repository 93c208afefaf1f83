// Deletes open configurations that nobody has changed for `cart_lifetime_hours`, and shared ones whose link is over.
import { lifetimeOf, sharedLifetime } from '../commerce/lifetime.js'
import { isoTime } from '../ground/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/database/unit.js'
import { remove } from '../storage/pipeline/remove.js'
import { momentOf } from '../storage/record/moment.js'
import { defineTask } from '../task/define.js'

/** Records per round, so that no unit holds its locks for long. */
const batch = 100

/**
 * An account keeps what it has saved as long as there is the account. Each way of not being kept is looked up by an index of its own, so
 * that what is kept is passed over, however much of it there is; COALESCE keeps the state's index away from the second.
 */
const unkept = [
  'state = ? AND saved IS NULL AND changed < ?',
  "COALESCE(state, '') = ? AND customer_id IS NULL AND saved > '' AND changed < ?",
]

export const expireConfigurations = defineTask({
  name: 'expire-configurations',
  description: 'Deletes configurations that were left alone for longer than cart_lifetime_hours, and shared ones after 30 days.',
  every: 900,
  async run({ context, signal }) {
    const lifetimes = { open: lifetimeOf(await momentOf(context)), shared: sharedLifetime }
    for (const [state, lifetime] of Object.entries(lifetimes)) {
      const last = isoTime(context.clock.now() - lifetime)
      for (const condition of unkept) await expireAll(context, signal, condition, [state, last])
    }
  },
})

/** Those of the condition, the oldest first. */
async function expireAll(context: Context, signal: AbortSignal, condition: string, of: readonly string[]): Promise<void> {
  const sql = `SELECT id FROM svc_configuration WHERE ${condition} ORDER BY changed LIMIT ?`
  for (;;) {
    const expired = await context.database.query<{ id: number }>(sql, [...of, batch])
    for (const { id } of expired) if (!signal.aborted) await expire(context, id, condition, of)
    if (expired.length < batch || signal.aborted) return
  }
}

/** Looks again under the row's lock: the shopper may have come back a moment ago. */
async function expire(context: Context, id: number, condition: string, of: readonly string[]): Promise<void> {
  await unit(context.database, async (u) => {
    const sql = `SELECT id FROM svc_configuration WHERE id = ? AND ${condition} ${u.dialect.forUpdate}`
    const still = await u.query(sql, [id, ...of])
    if (still.length > 0) await remove(context, 'configuration', id, { internal: true, unit: u })
  })
}
