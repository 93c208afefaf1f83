// Deletes drafts of orders that were begun longer than `order_draft_lifetime_hours` ago; their carts stay.
import { draftLifetimeOf } from '../commerce/lifetime.js'
import { isoTime } from '../ground/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/database/unit.js'
import { remove } from '../storage/pipeline/remove.js'
import { momentOf } from '../storage/record/moment.js'
import { defineTask } from '../task/define.js'

/** Drafts per round. */
const batch = 100
const expired = "status = 'in_checkout' AND created <= ?"

export const expireCheckouts = defineTask({
  name: 'expire-checkouts',
  description: 'Deletes drafts of orders that were begun longer ago than the setting order_draft_lifetime_hours.',
  every: 900,
  async run({ context, signal }) {
    const last = isoTime(context.clock.now() - draftLifetimeOf(await momentOf(context)))
    const sql = `SELECT id, cart_id FROM svc_sales_order WHERE ${expired} ORDER BY id LIMIT ?`
    for (;;) {
      const drafts = await context.database.query<{ id: number; cart_id: number | null }>(sql, [last, batch])
      for (const draft of drafts) if (!signal.aborted) await expire(context, draft, last)
      if (drafts.length < batch || signal.aborted) return
    }
  },
})

/** Looks again under the locks, the cart's first: it may be placed at this moment. */
async function expire(
  context: Context,
  { id, cart_id: cartId }: { readonly id: number; readonly cart_id: number | null },
  last: string,
): Promise<void> {
  await unit(context.database, async (u) => {
    await u.query(`SELECT id FROM svc_cart WHERE id = ? ${u.dialect.forUpdate}`, [cartId])
    const sql = `SELECT id FROM svc_sales_order WHERE id = ? AND ${expired} ${u.dialect.forUpdate}`
    const still = await u.query(sql, [id, last])
    if (still.length > 0) await remove(context, 'sales-order', id, { internal: true, unit: u })
  })
}
