// Loads the due mails. Mails with a secret are written here, right before they are sent.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import { mailSent, type QueuedMail, type DueMail, loadDueMails, type Mail } from '../../storage/mail-queue.js'
import { ServiceContext, type TransactionContext } from '../../storage/service-context.js'
import { findAccountByEmail, type CustomerRecord } from '../account/customers.js'
import { deletePendingRegistration, issueConfirmationToken } from '../account/pending-registrations.js'
import { issueToken, maxOpenResets, countOpenResets } from '../account/tokens.js'
import { applyMailLayout, loadMailLayout } from './mail-layout.js'
import {
  createAccountMail,
  getReplyAddress,
  registrationPurpose,
  type RegistrationLinks,
  resetPurpose,
  tokenPlaceholder,
} from './account-mail.js'

type MailWriter = (context: Context, waiting: DueMail) => Promise<QueuedMail | null>

/** null if there is no such account, it has too many open links, or the request is older than an hour. */
async function writeResetMail(context: Context, waiting: DueMail): Promise<QueuedMail | null> {
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
  const language = account.values.language_tag || work.versionedSnapshot.snapshot.defaultLanguage
  const link = waiting.text.replaceAll(tokenPlaceholder, () => token)
  const mail = createAccountMail(
    context.registry.messages,
    'reset',
    { to: account.values.email, language, shop: shop?.name || 'Shop' },
    { link },
  )
  return { id: waiting.id, attempts: waiting.attempts, ...(await layOut(work, mail, language, link)) }
}

/** The mail in the layout of the shop, whose address is the origin of the link. */
async function layOut(work: ServiceContext, mail: Mail, language: string, link: string): Promise<Mail> {
  const url = URL.canParse(link) ? new URL('/', link).href : ''
  const [shop] = await (await work.at()).records(store)
  const replyTo = getReplyAddress(shop)
  return { ...applyMailLayout(mail, await loadMailLayout(work, language, url)), ...(replyTo !== '' && { replyTo }) }
}

const insertToken = (link: string, token: string): string => link.replaceAll(tokenPlaceholder, () => token)

/** null if nothing is pending any more, or the request is older than an hour. */
async function writeRegistrationMail(context: Context, waiting: DueMail): Promise<QueuedMail | null> {
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
  const mail = createAccountMail(work.context.registry.messages, 'confirmation', addressee, { link })
  return layOut(work, mail, addressee.language, link)
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
  const language = values.language_tag || (await work.at()).versionedSnapshot.snapshot.defaultLanguage
  const addressee = { ...recipient, to: values.email, language }
  const mail = createAccountMail(work.context.registry.messages, 'accountExists', addressee, { link: links.signIn, reset })
  return layOut(work, mail, language, links.signIn)
}

const mailWriters: ReadonlyMap<string, MailWriter> = new Map<string, MailWriter>([
  ['', (_context, { purpose: _purpose, created: _created, ...mail }) => Promise.resolve(mail)],
  [resetPurpose, async (context, waiting) => writeResetMail(context, waiting)],
  [registrationPurpose, async (context, waiting) => writeRegistrationMail(context, waiting)],
])

/** At most `limit` due mails, oldest first. Mails that must not be sent are removed from the queue. */
export async function dueMails(context: Context, limit: number): Promise<readonly QueuedMail[]> {
  for (;;) {
    const waiting = await loadDueMails(context, limit)
    const mails: QueuedMail[] = []
    for (const queuedMail of waiting) {
      const mail = await mailWriters.get(queuedMail.purpose)?.(context, queuedMail)
      if (mail) mails.push(mail)
      else await mailSent(context, queuedMail)
    }
    if (mails.length > 0 || waiting.length === 0) return mails
  }
}
