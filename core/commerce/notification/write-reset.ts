// Writes the mail with the link for a new password right before it is sent, so the token is not stored in the queue.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import type { QueuedMail, DueMail } from '../../storage/mail-queue.js'
import { ServiceContext } from '../../storage/service-context.js'
import { findAccountByEmail } from '../account/customers.js'
import { issueToken, maxOpenResets, countOpenResets } from '../account/tokens.js'
import { createAccountMail, tokenPlaceholder } from './account-mail.js'

/** null if there is no such account, it has too many open links, or the request is older than an hour. */
export async function writeResetMail(context: Context, waiting: DueMail): Promise<QueuedMail | null> {
  const work = await new ServiceContext(context).at()
  const account = await findAccountByEmail(work, waiting.to)
  if (!account || Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const [shop] = await work.records(store)
  const token = await work.transact(async (inside) => {
    // A retried mail has already issued its token.
    const hasEnough = waiting.attempts === 0 && (await countOpenResets(inside, account.id)) >= maxOpenResets
    return hasEnough ? null : (await issueToken(inside, 'reset', account.id)).token
  })
  if (token === null) return null
  const language = account.values.language_tag || work.moment.snapshot.defaultLanguage
  const link = waiting.text.replaceAll(tokenPlaceholder, () => token)
  const mail = createAccountMail(
    context.registry.messages,
    'reset',
    { to: account.values.email, language, shop: shop?.name || 'Shop' },
    { link },
  )
  return { id: waiting.id, attempts: waiting.attempts, ...mail }
}
