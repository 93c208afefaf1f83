// Writes the mail after a registration when it is sent. Only then does it check whether the address has an account.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import type { Mail, QueuedMail, WaitingMail } from '../../storage/mail-queue.js'
import { type InUnit, Work } from '../../storage/work.js'
import { accountOf, type CustomerRecord } from '../account/customers.js'
import { deletePending, issueConfirmation } from '../account/pending.js'
import { issueToken, mostResets, openResets } from '../account/tokens.js'
import { accountExistsMail, confirmationMail, type RegistrationLinks } from './registration-mail.js'
import { tokenPlace } from './reset-mail.js'

const withToken = (link: string, token: string): string => link.replaceAll(tokenPlace, () => token)

/** null if nothing is pending any more, or the request is older than an hour. */
export async function writeRegistration(context: Context, waiting: WaitingMail): Promise<QueuedMail | null> {
  if (Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const work = await new Work(context).at()
  const links = JSON.parse(waiting.text) as RegistrationLinks
  const [shop] = await work.records(store)
  const recipient = { to: waiting.to, shop: shop?.name || 'Shop' }
  const account = await accountOf(work, waiting.to)
  const mail = await work.transact((inside) =>
    account ? writeExists(inside, account, links, { recipient, waiting }) : writeConfirmation(inside, links, recipient),
  )
  return mail && { id: waiting.id, attempts: waiting.attempts, ...mail }
}

interface Addressee {
  readonly to: string
  readonly shop: string
}

async function writeConfirmation(work: Work & InUnit, links: RegistrationLinks, recipient: Addressee): Promise<Mail | null> {
  const issued = await issueConfirmation(work, recipient.to)
  if (issued === null) return null
  return confirmationMail({ ...recipient, language: issued.pending.language_tag }, withToken(links.confirm, issued.token))
}

/** Includes a link to set a new password, or the sign-in page if the account has too many open links. */
async function writeExists(
  work: Work & InUnit,
  { id, values }: CustomerRecord,
  links: RegistrationLinks,
  { recipient, waiting }: { readonly recipient: Addressee; readonly waiting: WaitingMail },
): Promise<Mail> {
  await deletePending(work, recipient.to)
  const hasEnough = waiting.attempts === 0 && (await openResets(work, id)) >= mostResets
  const reset = hasEnough ? links.signIn : withToken(links.reset, (await issueToken(work, 'reset', id)).token)
  const language = values.language_tag || (await work.at()).moment.snapshot.defaultLanguage
  return accountExistsMail({ ...recipient, to: values.email, language }, links.signIn, reset)
}
