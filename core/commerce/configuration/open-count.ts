// How many configurations may stand open at a time: each is a row that anybody can make.
import { minute } from '../../ground/clock.js'
import { ServiceError } from '../../ground/errors.js'
import type { Database } from '../../storage/database/connection.js'
import type { Work } from '../../storage/work.js'

/** Milliseconds for which a count of open configurations stands; what this process adds meanwhile is added up. */
const counted = minute

interface Count {
  at: number
  open: number
}
const counts = new WeakMap<Database, Count>()

/** Counts one more open configuration. NOT_READY where there are as many as the installation takes. */
export async function countConfiguration({ context, now, on }: Work): Promise<void> {
  const most = context.bounds.openConfigurations
  let count = counts.get(context.database)
  if (count === undefined || count.open >= most || now - count.at >= counted) {
    const [row] = await on.query<{ open: number }>("SELECT COUNT(*) AS open FROM svc_configuration WHERE state = 'open'")
    count = { at: now, open: Number(row?.open ?? 0) }
    counts.set(context.database, count)
  }
  if (count.open >= most) {
    throw new ServiceError(
      'NOT_READY',
      `${most} configurations are open, as many as this service takes. Try again in a few minutes.`,
    )
  }
  count.open += 1
}
