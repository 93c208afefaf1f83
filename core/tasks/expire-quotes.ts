// Expires quotes whose validity has ended, so the usual mails and effects are triggered.
import { changeState } from '../commerce/state/change-state.js'
import { quote } from '../model/entities/orders/quote.js'
import { isOverdueQuote } from '../commerce/quote/find.js'
import { formatIsoTime } from '../foundation/clock.js'
import { ServiceContext } from '../storage/service-context.js'
import { defineTask } from './define-task.js'

/** Maximum number of quotes per round. */
const batch = 100

export const expireQuotes = defineTask({
  name: 'expire-quotes',
  description: 'Marks sent quotes as expired when their validity ends.',
  every: 900,
  async run({ context, signal }) {
    const sql = `SELECT id FROM svc_quote WHERE status = 'sent' AND valid_until <= ? ORDER BY id LIMIT ?`
    for (;;) {
      const quotes = await context.database.query<{ id: number }>(sql, [formatIsoTime(context.clock.now()), batch])
      for (const { id } of quotes) if (!signal.aborted) await expire(new ServiceContext(context), id)
      if (quotes.length < batch || signal.aborted) return
    }
  },
})

/** Checks again with the row locked: the quote may have been accepted in the meantime. */
async function expire(work: ServiceContext, id: number): Promise<void> {
  await work.transact(async (transaction) => {
    const [lockedQuote] = await transaction.lock(quote, { column: 'id', values: [id] })
    if (lockedQuote && isOverdueQuote(lockedQuote.values, transaction.now)) await changeState(transaction, 'quote', id, 'expired')
  })
}
