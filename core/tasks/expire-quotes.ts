// Ends quotes whose time is over, so that mails and whatever else follows a status do.
import { quote } from '../model/entities/orders/quote.js'
import { isPast } from '../commerce/quote/find.js'
import { isoTime } from '../ground/clock.js'
import { Work } from '../storage/work.js'
import { defineTask } from '../task/define.js'

/** Quotes per round. */
const batch = 100

export const expireQuotes = defineTask({
  name: 'expire-quotes',
  description: 'Sets quotes that were sent and hold no longer to expired.',
  every: 900,
  async run({ context, signal }) {
    const sql = `SELECT id FROM svc_quote WHERE status = 'sent' AND valid_until <= ? ORDER BY id LIMIT ?`
    for (;;) {
      const found = await context.database.query<{ id: number }>(sql, [isoTime(context.clock.now()), batch])
      for (const { id } of found) if (!signal.aborted) await expire(new Work(context), id)
      if (found.length < batch || signal.aborted) return
    }
  },
})

/** Looks again under the lock: it may be accepted at this moment. */
async function expire(work: Work, id: number): Promise<void> {
  const { changeState } = await import('../commerce/state/change-state.js')
  await work.transact(async (inside) => {
    const [held] = await inside.lock(quote, { column: 'id', values: [id] })
    if (held && isPast(held.values, inside.now)) await changeState(inside, 'quote', id, 'expired')
  })
}
