// Loads the due mails. The mails about an account contain a secret, so they are written here, right before they are sent.
import { hour } from '../../foundation/clock.js'
import { store } from '../../model/entities/store/store.js'
import type { Context } from '../../storage/context.js'
import { mailSent, type QueuedMail, type DueMail, loadDueMails, type Mail } from '../../storage/mail-queue.js'
import { ServiceContext, type TransactionContext } from '../../storage/service-context.js'
import { findAccountByEmail, type CustomerRecord } from '../account/customers.js'
import { deletePendingRegistration, issueConfirmationToken } from '../account/pending-registrations.js'
import { issueToken, maxOpenResets, countOpenResets } from '../account/tokens.js'
import { applyMailLayout, getReplyAddress, loadMailLayout } from './mail-layout.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessage, type MessageCatalogs } from '../../foundation/message-format.js'

/** The purpose of the mail with the link to set a new password. Its details in the queue are the link with `tokenPlaceholder`. */
export const resetPurpose = 'password-reset'

/** The purpose of the mails after a registration. Their details in the queue are `RegistrationLinks` as JSON. */
export const registrationPurpose = 'registration'

export const tokenPlaceholder = '-token-'

/** Links with `tokenPlaceholder` for the tokens, which are issued when the mail is sent. */
export interface RegistrationLinks {
  readonly confirm: string
  readonly reset: string
  readonly signIn: string
}

export interface MailRecipient {
  readonly to: string
  readonly language: string
  /** The name of the shop. */
  readonly shop: string
}

const accountMails = {
  reset: { subject: 'mail.resetSubject', body: 'mail.resetBody' },
  confirmation: { subject: 'mail.confirmationSubject', body: 'mail.confirmationBody' },
  accountExists: { subject: 'mail.accountExistsSubject', body: 'mail.accountExistsBody' },
} as const satisfies Readonly<Record<string, Readonly<Record<'body' | 'subject', MessageKey>>>>

/** @param links the values of the placeholders of the body: `link`, and `reset` for the link to the page for a new password */
export function createAccountMail(
  catalogs: MessageCatalogs,
  kind: keyof typeof accountMails,
  { to, language, shop }: MailRecipient,
  links: { readonly link: string; readonly reset?: string },
): Mail {
  const { subject, body } = accountMails[kind]
  const format = (key: MessageKey): string => formatMessage(createMessage(key, { shop, ...links }), language, { catalogs })
  // A line break in the shop's name would start another header.
  return { to, subject: format(subject).replace(/[\r\n]+/g, ' '), text: format(body) }
}

const insertToken = (link: string, token: string): string => link.replaceAll(tokenPlaceholder, () => token)

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
  const link = insertToken(waiting.text, token)
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
