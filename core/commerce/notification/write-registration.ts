// Writes the mail after a registration when it is sent. Only then does it check whether the address has an account.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import type { Mail, QueuedMail, DueMail } from '../../storage/mail-queue.js'
import { type TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { findAccountByEmail, type CustomerRecord } from '../account/customers.js'
import { deletePendingRegistration, issueConfirmationToken } from '../account/pending-registrations.js'
import { issueToken, maxOpenResets, countOpenResets } from '../account/tokens.js'
import { createAccountMail, type RegistrationLinks, tokenPlaceholder } from './account-mail.js'

const insertToken = (link: string, token: string): string => link.replaceAll(tokenPlaceholder, () => token)

/** null if nothing is pending any more, or the request is older than an hour. */
export async function writeRegistrationMail(context: Context, waiting: DueMail): Promise<QueuedMail | null> {
  if (Date.parse(waiting.created) + hour <= context.clock.now()) return null
  const work = await new ServiceContext(context).at()
  const links = JSON.parse(waiting.text) as RegistrationLinks
  const [shop] = await work.records(store)
  const recipient = { to: waiting.to, shop: shop?.name || 'Shop' }
  const account = await findAccountByEmail(work, waiting.to)
  const mail = await work.transact((inside) =>
    account
      ? writeAccountExistsMail(inside, account, links, { recipient, waiting })
      : writeConfirmationMail(inside, links, recipient),
  )
  return mail && { id: waiting.id, attempts: waiting.attempts, ...mail }
}

interface Addressee {
  readonly to: string
  readonly shop: string
}

async function writeConfirmationMail(
  work: ServiceContext & TransactionContext,
  links: RegistrationLinks,
  recipient: Addressee,
): Promise<Mail | null> {
  const issued = await issueConfirmationToken(work, recipient.to)
  if (issued === null) return null
  const addressee = { ...recipient, language: issued.pending.language_tag }
  const link = insertToken(links.confirm, issued.token)
  return createAccountMail(work.context.registry.messages, 'confirmation', addressee, { link })
}

/** Includes a link to set a new password, or the sign-in page if the account has too many open links. */
async function writeAccountExistsMail(
  work: ServiceContext & TransactionContext,
  { id, values }: CustomerRecord,
  links: RegistrationLinks,
  { recipient, waiting }: { readonly recipient: Addressee; readonly waiting: DueMail },
): Promise<Mail> {
  await deletePendingRegistration(work, recipient.to)
  const hasEnough = waiting.attempts === 0 && (await countOpenResets(work, id)) >= maxOpenResets
  const reset = hasEnough ? links.signIn : insertToken(links.reset, (await issueToken(work, 'reset', id)).token)
  const language = values.language_tag || (await work.at()).moment.snapshot.defaultLanguage
  const addressee = { ...recipient, to: values.email, language }
  return createAccountMail(work.context.registry.messages, 'accountExists', addressee, { link: links.signIn, reset })
}
