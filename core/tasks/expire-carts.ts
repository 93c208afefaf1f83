// Deletes guests' open carts unchanged for `cart_lifetime_hours`, with their configurations, except those in checkout.
import { getDraftLifetime, getCartLifetime } from '../commerce/lifetime.js'
import { formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import { countExpiredConfiguration, type ExpiredConfiguration } from '../commerce/reporting/stop-counter.js'
import { removeEntityRecord } from '../storage/pipeline/remove.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { defineTask } from './define-task.js'

/** Maximum number of carts per round. */
const batch = 100
const expired = `customer_id IS NULL AND state = 'open' AND changed < ? AND NOT EXISTS
  (SELECT 1 FROM svc_sales_order o WHERE o.cart_id = svc_cart.id AND (o.status = 'saved' OR (o.status = 'in_checkout' AND o.created > ?)))`

export const expireCarts = defineTask({
  name: 'expire-carts',
  description: "Deletes guests' open carts that are unchanged for longer than the lifetime of carts.",
  every: 900,
  async run({ context, signal }) {
    const versionedSnapshot = await getVersionedSnapshot(context)
    const timeZone = await readTimeZone(versionedSnapshot.snapshot, context.database)
    const now = context.clock.now()
    const limits = [
      formatIsoTime(now - getCartLifetime(versionedSnapshot)),
      formatIsoTime(now - getDraftLifetime(versionedSnapshot)),
    ]
    const sql = `SELECT id FROM svc_cart WHERE ${expired} ORDER BY id LIMIT ?`
    for (;;) {
      const carts = await context.database.query<{ id: number }>(sql, [...limits, batch])
      for (const { id } of carts) if (!signal.aborted) await expire(context, id, limits, timeZone)
      if (carts.length < batch || signal.aborted) return
    }
  },
})

interface ExpiredPosition extends ExpiredConfiguration {
  readonly id: number
  /** null if it was deleted before, together with its product. */
  readonly configuration: number | null
}

/** Checks again with the row locked: the shopper may have changed the cart in the meantime. */
async function expire(context: Context, id: number, limits: readonly string[], timeZone: string): Promise<void> {
  await unit(context.database, async (u) => {
    const cart = await u.query(`SELECT id FROM svc_cart WHERE id = ? AND ${expired} ${u.dialect.forUpdate}`, [id, ...limits])
    if (cart.length === 0) return
    const sql = `SELECT p.id, c.id AS configuration, c.product_id, c.state, c.history, c.created, c.changed FROM svc_cart_position p
      LEFT JOIN svc_configuration c ON c.id = p.configuration_id WHERE p.cart_id = ?`
    for (const position of await u.query<ExpiredPosition>(sql, [id])) {
      await removeEntityRecord(context, 'cart-position', position.id, { internal: true, unit: u })
      if (position.configuration === null) continue
      await countExpiredConfiguration(u, position, timeZone)
      await removeEntityRecord(context, 'configuration', position.configuration, { internal: true, unit: u })
    }
    await removeEntityRecord(context, 'cart', id, { internal: true, unit: u })
  })
}
