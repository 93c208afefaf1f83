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

/** An account keeps what it has saved as long as there is the account. */
const unkept = '(saved IS NULL OR customer_id IS NULL)'

export const expireConfigurations = defineTask({
  name: 'expire-configurations',
  description: 'Deletes configurations that were left alone for longer than cart_lifetime_hours, and shared ones after 30 days.',
  every: 900,
  async run({ context, signal }) {
    const lifetimes = { open: lifetimeOf(await momentOf(context)), shared: sharedLifetime }
    for (const [state, lifetime] of Object.entries(lifetimes)) {
      await expireAll(context, signal, state, isoTime(context.clock.now() - lifetime))
    }
  },
})

/** Those in the state that were changed before. */
async function expireAll(context: Context, signal: AbortSignal, state: string, last: string): Promise<void> {
  const sql = `SELECT id FROM svc_configuration WHERE state = ? AND changed < ? AND ${unkept} ORDER BY id LIMIT ?`
  for (;;) {
    const expired = await context.database.query<{ id: number }>(sql, [state, last, batch])
    for (const { id } of expired) if (!signal.aborted) await expire(context, id, state, last)
    if (expired.length < batch || signal.aborted) return
  }
}

/** Looks again under the row's lock: the shopper may have come back a moment ago. */
async function expire(context: Context, id: number, state: string, last: string): Promise<void> {
  await unit(context.database, async (u) => {
    const sql = `SELECT id FROM svc_configuration WHERE id = ? AND state = ? AND changed < ? AND ${unkept} ${u.dialect.forUpdate}`
    const still = await u.query(sql, [id, state, last])
    if (still.length > 0) await remove(context, 'configuration', id, { internal: true, unit: u })
  })
}
