// Deletes open configurations unchanged for `cart_lifetime_hours`, and expired shared configurations.
import { getCartLifetime, sharedLifetime } from '../commerce/lifetime.js'
import { formatIsoTime } from '../foundation/clock.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import { countExpiredConfiguration, type ExpiredConfiguration } from '../commerce/reporting/stop-counter.js'
import { unit } from '../storage/unit-of-work/transaction.js'
import { removeEntityRecord } from '../storage/pipeline/remove.js'
import { getVersionedSnapshot } from '../storage/caches.js'
import { defineTask, type TaskScope } from './define-task.js'

/** Maximum number of records per round, so no transaction holds its locks for long. */
const batch = 100

/**
 * Saved configurations are kept while their account exists. Each condition uses an index of its own, so the saved ones are
 * skipped efficiently. COALESCE prevents the index of `state` in the second condition.
 */
const expiryConditions = [
  'state = ? AND saved IS NULL AND changed < ?',
  "COALESCE(state, '') = ? AND customer_id IS NULL AND saved > '' AND changed < ?",
]

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
    for (const { id } of expired) if (!signal.aborted) await expire(scope, id, condition, params)
    if (expired.length < batch || signal.aborted) return
  }
}

/** Checks again with the row locked: the shopper may have changed the configuration in the meantime. */
async function expire(
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
