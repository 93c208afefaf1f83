// Writes the mail with the link for a new password at the moment in which it is sent: before that the token lies nowhere.
import type { Context } from '../../storage/context.js'
import { unit } from '../../storage/database/unit.js'
import type { QueuedMail, WaitingMail } from '../../storage/mail-queue.js'
import { momentOf } from '../../storage/record/moment.js'
import { accountOf } from './customers.js'
import { resetMail, tokenPlace } from './reset-mail.js'
import { issueToken, openResets } from './tokens.js'

/** So many links of one account are open at a time. */
const mostLinks = 3
const hour = 3_600_000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** null where there is no such account, it has links enough, or the request is too old to be of use. */
export async function writeReset(context: Context, waiting: WaitingMail): Promise<QueuedMail | null> {
  const account = await accountOf(context, waiting.to)
  if (!account || Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const { snapshot } = await momentOf(context)
  const [store] = await snapshot.records(context.database, 'store')
  const token = await unit(context.database, async (u) => {
    // A mail that could not be sent has made its link already.
    const hasEnough = waiting.attempts === 0 && (await openResets(context, u, account.id)) >= mostLinks
    return hasEnough ? null : (await issueToken(context, u, 'reset', account.id)).token
  })
  if (token === null) return null
  const language = text(account.values.language_tag) || snapshot.defaultLanguage
  const link = waiting.text.replaceAll(tokenPlace, () => token)
  const mail = resetMail(text(account.values.email), language, text(store?.name) || 'Shop', link)
  return { id: waiting.id, attempts: waiting.attempts, ...mail }
}
