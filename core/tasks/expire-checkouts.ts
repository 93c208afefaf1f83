// Deletes drafts of orders that were started more than `order_draft_lifetime_hours` ago. Their carts are kept.
import { getDraftLifetime } from '../commerce/lifetime.js'
import { formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import { removeEntityRecord } from '../storage/pipeline/remove.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { defineTask } from './define-task.js'

/** Maximum number of drafts per round. */
const batch = 100
const expired = "status = 'in_checkout' AND created <= ?"

export const expireCheckouts = defineTask({
  name: 'expire-checkouts',
  description: 'Deletes order drafts that are older than the lifetime of order drafts.',
  every: 900,
  async run({ context, signal }) {
    const limit = formatIsoTime(context.clock.now() - getDraftLifetime(await getVersionedSnapshot(context)))
    const sql = `SELECT id, cart_id FROM svc_sales_order WHERE ${expired} ORDER BY id LIMIT ?`
    for (;;) {
      const drafts = await context.database.query<{ id: number; cart_id: number | null }>(sql, [limit, batch])
      for (const draft of drafts) if (!signal.aborted) await expire(context, draft, limit)
      if (drafts.length < batch || signal.aborted) return
    }
  },
})

/** Checks again with the rows locked, the cart first: the order may have been placed in the meantime. */
async function expire(
  context: Context,
  { id, cart_id: cartId }: { readonly id: number; readonly cart_id: number | null },
  limit: string,
): Promise<void> {
  await unit(context.database, async (u) => {
    await u.query(`SELECT id FROM svc_cart WHERE id = ? ${u.dialect.forUpdate}`, [cartId])
    const sql = `SELECT id FROM svc_sales_order WHERE id = ? AND ${expired} ${u.dialect.forUpdate}`
    const expiredRows = await u.query(sql, [id, limit])
    if (expiredRows.length > 0) await removeEntityRecord(context, 'sales-order', id, { internal: true, unit: u })
  })
}
