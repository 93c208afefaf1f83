// How many configurations may stand open or shared at a time: each is a row that anybody can make.
import { minute } from '../../foundation/clock.js'
import { ServiceError } from '../../foundation/errors.js'
import type { Database } from '../../storage/database/connection.js'
import type { Work } from '../../storage/work.js'

/** Milliseconds for which a count of open configurations stands; what this process adds meanwhile is added up. */
const counted = minute

/** What is counted: shared ones stand longer, so they are a part of their own, and keep nobody from starting. */
type Counted = 'open' | 'shared'

/** Of as many as may be open, the part that may be shared beside them. */
const sharedPart = 0.1

interface Count {
  at: number
  rows: number
}
const counts: Readonly<Record<Counted, WeakMap<Database, Count>>> = { open: new WeakMap(), shared: new WeakMap() }

/** Counts one more. NOT_READY where there are as many as the installation takes. */
export async function countConfiguration({ context, now, on }: Work, state: Counted): Promise<void> {
  const { openConfigurations } = context.bounds
  const most = state === 'open' ? openConfigurations : Math.max(1, Math.floor(openConfigurations * sharedPart))
  let count = counts[state].get(context.database)
  if (count === undefined || count.rows >= most || now - count.at >= counted) {
    const [row] = await on.query<{ found: number }>(
      'SELECT COUNT(*) AS found FROM svc_configuration WHERE state = ? AND saved IS NULL',
      [state],
    )
    count = { at: now, rows: Number(row?.found ?? 0) }
    counts[state].set(context.database, count)
  }
  if (count.rows >= most) {
    const message = `${most} configurations are ${state}, as many as this service takes. Try again in a few minutes.`
    throw new ServiceError('NOT_READY', message)
  }
  count.rows += 1
}
