// Limits the number of open and shared configurations, because anybody can create one.
import { minute } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import type { Database } from '../../storage/database/connection.js'
import type { ServiceContext } from '../../storage/service-context.js'

/** Milliseconds for which a count is cached. Configurations that this process creates are added to it. */
const countLifetime = minute

/** Counted separately, because shared configurations live longer and must not block new open ones. */
type CountedState = 'open' | 'shared'

/** Limit of shared configurations as a fraction of the limit of open ones. It is an additional limit. */
const sharedFraction = 0.1

interface CachedCount {
  at: number
  rows: number
}
const cachedCounts: Readonly<Record<CountedState, WeakMap<Database, CachedCount>>> = {
  open: new WeakMap(),
  shared: new WeakMap(),
}

/** Adds one to the count. NOT_READY if the limit is reached. */
export async function countConfiguration({ context, now, on }: ServiceContext, state: CountedState): Promise<void> {
  const { openConfigurations } = context.bounds
  const limit = state === 'open' ? openConfigurations : Math.max(1, Math.floor(openConfigurations * sharedFraction))
  let count = cachedCounts[state].get(context.database)
  if (count === undefined || count.rows >= limit || now - count.at >= countLifetime) {
    const [row] = await on.query<{ found: number }>(
      'SELECT COUNT(*) AS found FROM svc_configuration WHERE state = ? AND saved IS NULL',
      [state],
    )
    count = { at: now, rows: Number(row?.found ?? 0) }
    cachedCounts[state].set(context.database, count)
  }
  if (count.rows >= limit) {
    const message = `${limit} configurations are ${state}, as many as this service takes. Try again in a few minutes.`
    throw new ServiceError('NOT_READY', message)
  }
  count.rows += 1
}
