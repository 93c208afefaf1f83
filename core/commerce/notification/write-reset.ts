// Writes the mail with the link for a new password at the moment in which it is sent: before that the token lies nowhere.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import type { QueuedMail, WaitingMail } from '../../storage/mail-queue.js'
import { Work } from '../../storage/work.js'
import { accountOf } from '../account/customers.js'
import { issueToken, mostResets, openResets } from '../account/tokens.js'
import { resetMail, tokenPlace } from './reset-mail.js'

/** null where there is no such account, it has links enough, or the request is too old to be of use. */
export async function writeReset(context: Context, waiting: WaitingMail): Promise<QueuedMail | null> {
  const work = await new Work(context).at()
  const account = await accountOf(work, waiting.to)
  if (!account || Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const [shop] = await work.records(store)
  const token = await work.transact(async (inside) => {
    // A mail that could not be sent has made its link already.
    const hasEnough = waiting.attempts === 0 && (await openResets(inside, account.id)) >= mostResets
    return hasEnough ? null : (await issueToken(inside, 'reset', account.id)).token
  })
  if (token === null) return null
  const language = account.values.language_tag || work.moment.snapshot.defaultLanguage
  const link = waiting.text.replaceAll(tokenPlace, () => token)
  const mail = resetMail(account.values.email, language, shop?.name || 'Shop', link)
  return { id: waiting.id, attempts: waiting.attempts, ...mail }
}
