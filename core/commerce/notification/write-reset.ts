// Writes the mail with the link for a new password right before it is sent, so the token is not stored in the queue.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import type { QueuedMail, WaitingMail } from '../../storage/mail-queue.js'
import { Work } from '../../storage/work.js'
import { accountOf } from '../account/customers.js'
import { issueToken, mostResets, openResets } from '../account/tokens.js'
import { resetMail, tokenPlace } from './reset-mail.js'

/** null if there is no such account, it has too many open links, or the request is older than an hour. */
export async function writeReset(context: Context, waiting: WaitingMail): Promise<QueuedMail | null> {
  const work = await new Work(context).at()
  const account = await accountOf(work, waiting.to)
  if (!account || Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const [shop] = await work.records(store)
  const token = await work.transact(async (inside) => {
    // A retried mail has already issued its token.
    const hasEnough = waiting.attempts === 0 && (await openResets(inside, account.id)) >= mostResets
    return hasEnough ? null : (await issueToken(inside, 'reset', account.id)).token
  })
  if (token === null) return null
  const language = account.values.language_tag || work.moment.snapshot.defaultLanguage
  const link = waiting.text.replaceAll(tokenPlace, () => token)
  const mail = resetMail(account.values.email, language, shop?.name || 'Shop', link)
  return { id: waiting.id, attempts: waiting.attempts, ...mail }
}
