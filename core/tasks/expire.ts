// Tasks that delete carts, checkouts and configurations that have expired, and mark expired quotes.
import { getDraftLifetime, getCartLifetime, sharedLifetime } from '../commerce/shopper-context.js'
import { formatIsoTime } from '../foundation/clock.js'
import type { Context } from '../storage/context.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import { readTimeZone } from '../storage/record/snapshot.js'
import { countExpiredConfiguration, type ExpiredConfiguration } from '../commerce/configuration/stop-counter.js'
import { removeEntityRecord } from '../storage/pipeline/remove.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { defineTask, type TaskScope } from './define-task.js'
import { changeState } from '../commerce/state/change-state.js'
import { quote } from '../model/entities/orders/quote.js'
import { isOverdueQuote } from '../commerce/quote/find.js'
import { ServiceContext } from '../storage/service-context.js'

/** Maximum number of records per round, so no transaction holds its locks for long. */
const batch = 100
const expiredCart = `customer_id IS NULL AND state = 'open' AND changed < ? AND NOT EXISTS
  (SELECT 1 FROM svc_sales_order o WHERE o.cart_id = svc_cart.id AND (o.status = 'saved' OR (o.status = 'in_checkout' AND o.created > ?)))`

/** Deletes guests' open carts unchanged for `cart_lifetime_hours`, with their configurations, except those in checkout. */
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
    const sql = `SELECT id FROM svc_cart WHERE ${expiredCart} ORDER BY id LIMIT ?`
    for (;;) {
      const carts = await context.database.query<{ id: number }>(sql, [...limits, batch])
      for (const { id } of carts) if (!signal.aborted) await expireCart(context, id, limits, timeZone)
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
async function expireCart(context: Context, id: number, limits: readonly string[], timeZone: string): Promise<void> {
  await unit(context.database, async (u) => {
    const cart = await u.query(`SELECT id FROM svc_cart WHERE id = ? AND ${expiredCart} ${u.dialect.forUpdate}`, [id, ...limits])
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

const expiredCheckout = "status = 'in_checkout' AND created <= ?"

/** Deletes drafts of orders that were started more than `order_draft_lifetime_hours` ago. Their carts are kept. */
export const expireCheckouts = defineTask({
  name: 'expire-checkouts',
  description: 'Deletes order drafts that are older than the lifetime of order drafts.',
  every: 900,
  async run({ context, signal }) {
    const limit = formatIsoTime(context.clock.now() - getDraftLifetime(await getVersionedSnapshot(context)))
    const sql = `SELECT id, cart_id FROM svc_sales_order WHERE ${expiredCheckout} ORDER BY id LIMIT ?`
    for (;;) {
      const drafts = await context.database.query<{ id: number; cart_id: number | null }>(sql, [limit, batch])
      for (const draft of drafts) if (!signal.aborted) await expireCheckout(context, draft, limit)
      if (drafts.length < batch || signal.aborted) return
    }
  },
})

/** Checks again with the rows locked, the cart first: the order may have been placed in the meantime. */
async function expireCheckout(
  context: Context,
  { id, cart_id: cartId }: { readonly id: number; readonly cart_id: number | null },
  limit: string,
): Promise<void> {
  await unit(context.database, async (u) => {
    await u.query(`SELECT id FROM svc_cart WHERE id = ? ${u.dialect.forUpdate}`, [cartId])
    const sql = `SELECT id FROM svc_sales_order WHERE id = ? AND ${expiredCheckout} ${u.dialect.forUpdate}`
    const expiredRows = await u.query(sql, [id, limit])
    if (expiredRows.length > 0) await removeEntityRecord(context, 'sales-order', id, { internal: true, unit: u })
  })
}

/**
 * Saved configurations are kept while their account exists. Each condition uses an index of its own, so the saved ones are
 * skipped efficiently. COALESCE prevents the index of `state` in the second condition.
 */
const expiryConditions = [
  'state = ? AND saved IS NULL AND changed < ?',
  "COALESCE(state, '') = ? AND customer_id IS NULL AND saved > '' AND changed < ?",
]

/** Deletes open configurations unchanged for `cart_lifetime_hours`, and expired shared configurations. */
export const expireConfigurations = defineTask({
  name: 'expire-configurations',
  description: 'Deletes configurations that are unchanged for longer than the lifetime of carts, and shared ones after 30 days.',
  every: 900,
  async run({ context, signal }) {
    const versionedSnapshot = await getVersionedSnapshot(context)
    const timeZone = await readTimeZone(versionedSnapshot.snapshot, context.database)
    const lifetimes = { open: getCartLifetime(versionedSnapshot), shared: sharedLifetime }
    for (const [state, lifetime] of Object.entries(lifetimes)) {
      const limit = formatIsoTime(context.clock.now() - lifetime)
      for (const condition of expiryConditions) await expireAll({ context, signal, timeZone }, condition, [state, limit])
    }
  },
})

interface ExpiryScope extends Pick<TaskScope, 'context' | 'signal'> {
  /** The shop's time zone. */
  readonly timeZone: string
}

/** Deletes the records that match the condition, the oldest first. */
async function expireAll(scope: ExpiryScope, condition: string, params: readonly string[]): Promise<void> {
  const { context, signal } = scope
  const sql = `SELECT id FROM svc_configuration WHERE ${condition} ORDER BY changed LIMIT ?`
  for (;;) {
    const expired = await context.database.query<{ id: number }>(sql, [...params, batch])
    for (const { id } of expired) if (!signal.aborted) await expireConfiguration(scope, id, condition, params)
    if (expired.length < batch || signal.aborted) return
  }
}

/** Checks again with the row locked: the shopper may have changed the configuration in the meantime. */
async function expireConfiguration(
  { context, timeZone }: ExpiryScope,
  id: number,
  condition: string,
  params: readonly string[],
): Promise<void> {
  await unit(context.database, async (u) => {
    const sql = `SELECT product_id, state, history, created, changed FROM svc_configuration WHERE id = ? AND ${condition} ${u.dialect.forUpdate}`
    const [expired] = await u.query<ExpiredConfiguration>(sql, [id, ...params])
    if (!expired) return
    await countExpiredConfiguration(u, expired, timeZone)
    await removeEntityRecord(context, 'configuration', id, { internal: true, unit: u })
  })
}

/** Expires quotes whose validity has ended, so the usual mails and effects are triggered. */
export const expireQuotes = defineTask({
  name: 'expire-quotes',
  description: 'Marks sent quotes as expired when their validity ends.',
  every: 900,
  async run({ context, signal }) {
    const sql = `SELECT id FROM svc_quote WHERE status = 'sent' AND valid_until <= ? ORDER BY id LIMIT ?`
    for (;;) {
      const quotes = await context.database.query<{ id: number }>(sql, [formatIsoTime(context.clock.now()), batch])
      for (const { id } of quotes) if (!signal.aborted) await expireQuote(new ServiceContext(context), id)
      if (quotes.length < batch || signal.aborted) return
    }
  },
})

/** Checks again with the row locked: the quote may have been accepted in the meantime. */
async function expireQuote(work: ServiceContext, id: number): Promise<void> {
  await work.transact(async (transaction) => {
    const [lockedQuote] = await transaction.lock(quote, { column: 'id', values: [id] })
    if (lockedQuote && isOverdueQuote(lockedQuote.values, transaction.now)) await changeState(transaction, 'quote', id, 'expired')
  })
}
