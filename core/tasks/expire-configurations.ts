// Deletes open configurations that nobody has changed for `cart_lifetime_hours`.
import { lifetimeOf } from '../commerce/lifetime.js'
import { isoTime } from '../ground/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/database/unit.js'
import { remove } from '../storage/pipeline/remove.js'
import { momentOf } from '../storage/record/moment.js'
import { defineTask } from '../task/define.js'

/** Records per round, so that no unit holds its locks for long. */
const batch = 100

export const expireConfigurations = defineTask({
  name: 'expire-configurations',
  description: 'Deletes open configurations that were left alone for longer than the setting cart_lifetime_hours.',
  every: 900,
  async run({ context, signal }) {
    const last = isoTime(context.clock.now() - lifetimeOf(await momentOf(context)))
    const sql = "SELECT id FROM svc_configuration WHERE state = 'open' AND changed < ? ORDER BY id LIMIT ?"
    for (;;) {
      const expired = await context.database.query<{ id: number }>(sql, [last, batch])
      for (const { id } of expired) if (!signal.aborted) await expire(context, id, last)
      if (expired.length < batch || signal.aborted) return
    }
  },
})

/** Looks again under the row's lock: the shopper may have come back a moment ago. */
async function expire(context: Context, id: number, last: string): Promise<void> {
  await unit(context.database, async (u) => {
    const sql = `SELECT id FROM svc_configuration WHERE id = ? AND state = 'open' AND changed < ? ${u.dialect.forUpdate}`
    const still = await u.query(sql, [id, last])
    if (still.length > 0) await remove(context, 'configuration', id, { internal: true, unit: u })
  })
}
