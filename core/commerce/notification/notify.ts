// Queues the notification mails when an order or a quote reaches a status, in the same unit, and declares the effects that do so.
import { hour } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { isSameEmailAddress, toEmailKey } from '../../model/properties/string.js'
import { Turn } from '../../foundation/long-work.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { customer } from '../../model/entities/customers/customer.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { shipment } from '../../model/entities/orders/shipment.js'
import { notification } from '../../model/entities/store/notification.js'
import { store } from '../../model/entities/store/store.js'
import type { NotificationValues } from '../../model/notification/sample.js'
import { incrementCounterInUnit } from '../../storage/counters.js'
import { type notificationStatuses, orderOccasions, type States } from '../../model/state/statuses.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument } from '../document/define.js'
import { readDocument } from '../document/rows.js'
import { isPaidOrder as isOrderPaid } from '../state/change-state.js'
import { defineEffect } from '../state/define.js'
import { toLanguagePath, listMailPages } from '../../shop/language.js'
import { hasVisiblePrices as mayShowPrices } from '../quote/find.js'
import { ShopperContext } from '../shopper-context.js'
import { addAttachmentNotice, findMailAttachment } from './mail-attachment.js'
import { applyMailLayout, getReplyAddress, loadMailLayout, type MailLayout } from './mail-layout.js'
import { buildNotificationValues, readAccountName, type RefundFacts } from './notification-values.js'
import { type NotificationReader, writeMail } from './write-mail.js'

/** A mail to send for a status. */
export interface NotificationMail {
  readonly notification: RecordOf<typeof notification>
  readonly reader: NotificationReader
  readonly to: string
  /** The shop for mails to the customer, the customer for the copy to the shop. '' if unknown. */
  readonly replyTo: string
  readonly language: string
}

/** The recipients for this status: the customer in the document's language, the shop in its own. Empty addresses are left out. */
export async function findNotificationMails(
  work: ServiceContext,
  { values }: FrozenDocument,
  status: string,
): Promise<readonly NotificationMail[]> {
  const all = await work.records(notification)
  const due = all.filter((candidate) => candidate.status === status)
  if (due.length === 0) return []
  const [shop] = await work.records(store)
  const { defaultLanguage } = work.versionedSnapshot.snapshot
  const customer = {
    reader: 'customer',
    to: values.email,
    replyTo: getReplyAddress(shop),
    language: values.language_tag || defaultLanguage,
  } as const
  const manager = {
    reader: 'manager',
    to: shop?.email_sales ?? '',
    replyTo: values.email,
    language: defaultLanguage,
  } as const
  return due
    .flatMap((template) => [
      ...(template.send_customer === true ? [{ notification: template, ...customer }] : []),
      ...(template.send_manager === true ? [{ notification: template, ...manager }] : []),
    ])
    .filter(({ to }) => to !== '')
}

/** Maximum mails per hour that shoppers can cause to one address that is not the address of their own account. */
const maxGuestMails = 3

/** True if a shopper acts whose account, if any, has another e-mail address. */
async function isCausedByStranger(work: ServiceContext, email: string): Promise<boolean> {
  const shopper = work instanceof ShopperContext ? work.namedShopper : null
  if (shopper === null) return false
  if (shopper.customerId === null) return true
  const account = await work.read(customer, shopper.customerId)
  return !isSameEmailAddress(account?.values.email, email)
}

/**
 * Drops the mail to the customer after strangers have caused three to that address within an hour, because anybody can order with any
 * address. Mails caused by the shop, the account with that address or a payment provider are not counted.
 */
async function limitGuestMails(
  work: ServiceContext & TransactionContext,
  { values }: FrozenDocument,
  due: readonly NotificationMail[],
): Promise<readonly NotificationMail[]> {
  if (due.every(({ reader }) => reader !== 'customer') || !(await isCausedByStranger(work, values.email))) return due
  const { context, unit } = work
  const count = await incrementCounterInUnit(context, unit, 'guest-mails', hour, sha256(toEmailKey(values.email)))
  if (count <= maxGuestMails) return due
  context.log.warn(
    { number: values.number },
    'Shoppers caused too many mails to one address within an hour. This one was not queued.',
  )
  return due.filter(({ reader }) => reader !== 'customer')
}

/** The parts of a mail that all mails in one language share. */
interface MailContent {
  readonly values: NotificationValues
  readonly layout: MailLayout
}

/** The shipment, refund or credit note that a mail reports. */
export interface MailSubject {
  readonly shipmentId?: number
  readonly refund?: RefundFacts
  readonly creditNote?: { readonly id: number; readonly refund: number }
}

/** Queues the mails for a status of a document, or for a shipment, a refund or a credit note of an order. */
export async function queueNotifications(
  baseWork: ServiceContext & TransactionContext,
  entity: DocumentEntity,
  id: number,
  status: keyof typeof notificationStatuses,
  { shipmentId, refund, creditNote: credited }: MailSubject = {},
): Promise<void> {
  const work = await baseWork.at()
  const all = await work.records(notification)
  if (
    !all.some((candidate) => candidate.status === status && (candidate.send_customer === true || candidate.send_manager === true))
  )
    return
  const document = await readDocument(work, entity, id)
  if (!document) return
  const isPriced = entity !== 'quote' || (await mayShowPrices(work, document.values))
  const { log } = work.context
  const notificationMails = await findNotificationMails(work, document, status)
  // The limit is counted in the database while the mails are written.
  const limiting = limitGuestMails(work, document, notificationMails)
  limiting.catch(() => undefined)
  const name = await readAccountName(work, document)
  const shipped = shipmentId === undefined ? null : await work.read(shipment, shipmentId)
  const note = credited && (await work.read(creditNote, credited.id))
  const isPaid = await isOrderPaid(work, document, status in orderOccasions ? undefined : status)
  const loadContent = async (language: string, showsPrices: boolean): Promise<MailContent> => ({
    values: buildNotificationValues(document, language, {
      showsPrices,
      pathTo: (path) => toLanguagePath(work, language, path),
      name,
      isPaid,
      shipment: shipped?.values ?? null,
      refund: refund ?? null,
      creditNote: note ? { record: note.values, refund: credited.refund } : null,
      messages: work.context.registry.shopperTexts(language),
      pages: await listMailPages(work, language),
    }),
    layout: await loadMailLayout(work, language, document.shop.url),
  })
  const contents = new Map<string, MailContent>()
  const mails = new Map<NotificationMail, Mail>()
  const turn = new Turn()
  for (const notificationMail of notificationMails) {
    const { notification: template, reader, to, replyTo, language } = notificationMail
    if (turn.isOver) await turn.pause()
    // Staff always see prices.
    const showsPrices = reader === 'manager' || isPriced
    const key = `${language} ${showsPrices}`
    const content = contents.get(key) ?? (await loadContent(language, showsPrices))
    contents.set(key, content)
    const { values, layout } = content
    const { messages: catalogs } = work.context.registry
    const mail = await writeMail(template, values, { reader, to, language, log, catalogs, colors: layout.colors })
    const attachment = showsPrices ? await findMailAttachment(work, document, template.attachment, language) : null
    mails.set(notificationMail, {
      ...applyMailLayout(addAttachmentNotice(mail, attachment), layout),
      replyTo,
      about: { entity, id },
      ...(attachment && { attachment }),
    })
  }
  await work.mail(...(await limiting).flatMap((notificationMail) => mails.get(notificationMail) ?? []))
}

const effectDescription =
  'Queues the mails of the notifications for the new status. They are sent only if the change is committed.'

const draftStates: readonly States['sales-order'][] = ['in_checkout', 'saved']

export const notifyOfOrderEffect = defineEffect({
  name: 'notify-of-order',
  description: effectDescription,
  on: 'sales-order',
  async run(transaction, { id, from, to }) {
    // Customers receive no mail about drafts, because these are not orders yet.
    if (draftStates.includes(from) && to !== 'ordered') return
    await queueNotifications(transaction, 'sales-order', id, to)
  },
})

export const notifyOfQuoteEffect = defineEffect({
  name: 'notify-of-quote',
  description: effectDescription,
  on: 'quote',
  run: (transaction, { id, to }) => queueNotifications(transaction, 'quote', id, to),
})
