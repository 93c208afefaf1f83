// The mails about an account in its language: a new password, a confirmed address, and a second registration. Also the name of a mail's customer.
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessage, type MessageCatalogs } from '../../foundation/message-format.js'
import { customer } from '../../model/entities/customers/customer.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { store } from '../../model/entities/store/store.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { formatFullName } from './notification-values.js'

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

/** The address of the shop for replies of customers: support, else sales. '' if unknown. */
export const getReplyAddress = (shop: Pick<RecordOf<typeof store>, 'email_sales' | 'email_support'> | undefined): string =>
  shop?.email_support || shop?.email_sales || ''

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

/** '' for guests, and if the document has an address. */
export async function readAccountName(
  work: ServiceContext,
  { values: { customer_id: id }, billing, delivery }: FrozenDocument,
): Promise<string> {
  if (id === null || billing || delivery) return ''
  const record = await work.read(customer, id)
  return record ? formatFullName(record.values) : ''
}
