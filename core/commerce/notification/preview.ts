// Previews a notification as it would be sent: for an existing order or quote, or with sample data. Also an unsaved one.
import { type DocumentKind, documentKinds } from '../document/kinds.js'
import { createIssue, NotFoundError, ValidationError, type Issue } from '../../foundation/errors.js'
import { flatKey } from '../../foundation/language.js'
import { createMessage, getMessage, listQuoted } from '../../foundation/message.js'
import { notification, validateTemplates } from '../../model/entities/store/notification.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { shipment } from '../../model/entities/orders/shipment.js'
import { notificationStatuses, orderOccasions, quoteStatuses } from '../../model/state/statuses.js'
import { toLanguagePath, resolveLanguage, listMailPages } from '../../shop/language.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { NotificationValues } from '../../model/notification/sample.js'
import type { Mail, MailAttachment } from '../../storage/mail-queue.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { readDocument } from '../document/rows.js'
import { isPaidOrder } from '../state/change-state.js'
import { hasVisiblePrices } from '../quote/find.js'
import { addAttachmentNotice, createSampleAttachment, findMailAttachment } from './mail-attachment.js'
import { applyMailLayout, loadMailLayout } from './mail-layout.js'
import { buildNotificationValues, readAccountName, type CreditNoteFacts, type RefundFacts } from './notification-values.js'
import { createSampleDocument, paidStatuses, sampleNumber, type SampleOptions } from './sample-document.js'
import { type NotificationReader, readerFields, writeMail } from './write-mail.js'
import { day, formatIsoTime } from '../../foundation/clock.js'

/** The last line of the sample is credited and refunded. */
function createSampleRefund({ lines, rates, values }: FrozenDocument): { refund: RefundFacts; creditNote: CreditNoteFacts } {
  const { id, title, quantity, net, tax, gross, tax_rate } = lines.at(-1)!.values
  const amounts = { net: net ?? 0, tax: tax ?? 0 }
  const rate = tax_rate ?? 0
  const record = {
    id: 0,
    invoice_id: 0,
    sales_order_id: 0,
    number: String(sampleNumber),
    reason: '',
    ...amounts,
    gross: gross ?? 0,
    lines: [{ kind: 'line' as const, order_line_id: id, title, quantity, rate, ...amounts, gross: gross ?? 0 }],
    rates: [{ rate, code: rates[0]?.code ?? '', ...amounts }],
    created: values.created,
  }
  return {
    refund: { amount: gross ?? 0, paid: values.gross ?? 0, before: 0 },
    creditNote: { record, refund: gross ?? 0 },
  }
}

/** @param options `url`: without it, links lead to an example address */
export async function createSampleValues(
  fresh: ServiceContext,
  language: string,
  { status, url }: SampleOptions,
): Promise<NotificationValues> {
  const work = await fresh.at()
  const document = await createSampleDocument(work, language, { status, url })
  const line = document.lines[0]!
  const values = buildNotificationValues(document, language, {
    pathTo: (path) => toLanguagePath(work, language, path),
    isPaid: paidStatuses.has(status),
    shipment: {
      number: `${sampleNumber}-1`,
      carrier: 'DHL',
      tracking_code: '00340434161094042557',
      tracking_url: 'https://carrier.example/00340434161094042557',
      shipped: formatIsoTime(work.now + 2 * day),
      lines: [{ order_line_id: line.values.id, quantity: line.values.quantity ?? 1 }],
    },
    ...createSampleRefund(document),
    messages: work.context.registry.shopperTexts(language),
    pages: await listMailPages(work, language),
  })
  const base = (document.shop.url || 'https://shop.example').replace(/\/$/, '')
  // The sample has no page of its own: its button leads to the shop, and in the copy to the shop to the list in the admin.
  const own = { link: base + toLanguagePath(work, language, '/'), admin_link: `${base}/svc-admin/records/${document.entity}` }
  return { ...values, order: { ...values.order, ...own }, quote: { ...values.quote, ...own } }
}

export interface PreviewOptions {
  /** The notification's name. */
  readonly name: string
  /** The number of the order, or of the quote if the notification is for quotes. Default: sample data. */
  readonly number?: number | undefined
  /** A language tag. Default: the document's language, or the store default. */
  readonly language?: string | undefined
  /** Default 'customer'. */
  readonly reader?: NotificationReader | undefined
  /** The URL of the shop, for the logo and the links of an example. Default: none. */
  readonly url?: string | undefined
}

/** NOT_FOUND for an unknown notification, order or quote. VALIDATION_FAILED on `language`. Queues nothing. */
export async function previewNotification(
  fresh: ServiceContext,
  { name, number, language, reader = 'customer', url = '' }: PreviewOptions,
): Promise<Mail> {
  const work = await fresh.at()
  const all = await work.records(notification)
  const template = all.find((candidate) => candidate.name === name)
  if (!template) {
    const hint =
      all.length === 0
        ? createMessage('errors.noNotifications')
        : createMessage('errors.notificationNames', { names: listQuoted(all.map((candidate) => candidate.name)) })
    throw new NotFoundError(createMessage('errors.notificationUnknown', { name: name.slice(0, 100), hint }))
  }
  const document =
    number === undefined
      ? null
      : await findPreviewDocument(work, documentKinds[template.status in quoteStatuses ? 'quote' : 'sales-order'], number)
  const own = reader === 'customer' ? document?.values.language_tag || undefined : undefined
  const tag = resolveLanguage(work, language ?? own)
  const isOfShipment = template.status === 'shipment'
  // As it would be sent with that status. Staff always see prices.
  const isPriced =
    reader === 'manager' ||
    document?.entity !== 'quote' ||
    (await hasVisiblePrices(work, { ...document.values, status: template.status }))
  const values =
    document === null
      ? await createSampleValues(work, tag, { status: template.status, url })
      : buildNotificationValues(document, tag, {
          showsPrices: isPriced,
          pathTo: (path) => toLanguagePath(work, tag, path),
          name: await readAccountName(work, document),
          isPaid: await isPaidOrder(work, document, template.status in orderOccasions ? undefined : template.status),
          shipment: isOfShipment ? await readLatestShipment(work, document.id) : null,
          ...(template.status === 'credit_note' && { creditNote: await readLatestCreditNote(work, document.id) }),
          ...(template.status === 'partly_refunded' && { refund: toLatestRefund(document) }),
          messages: work.context.registry.shopperTexts(tag),
          pages: await listMailPages(work, tag),
        })
  const attachment =
    document === null
      ? await findSampleAttachment(work, template, tag)
      : isPriced
        ? await findMailAttachment(work, document, template.attachment, tag)
        : null
  return writePreview(work, template, values, { reader, language: tag, url: document?.shop.url ?? url, attachment })
}

/** The document of an example, as if the order had an invoice and a credit note. */
async function findSampleAttachment(
  work: ServiceContext,
  { attachment, status }: Pick<RecordOf<typeof notification>, 'attachment' | 'status'>,
  language: string,
): Promise<MailAttachment | null> {
  if (attachment === '') return null
  return createSampleAttachment(work, await createSampleDocument(work, language, { status, url: '' }), attachment, language)
}

async function writePreview(
  work: ServiceContext,
  template: RecordOf<typeof notification>,
  values: NotificationValues,
  { reader, language, url, attachment }: DraftPreviewOptions & { readonly attachment: MailAttachment | null },
): Promise<Mail> {
  const to = reader === 'manager' ? values.shop.email : values.customer.email
  const { log, registry } = work.context
  const layout = await loadMailLayout(work, language, url)
  const context = { reader, to, language, log, catalogs: registry.messages, colors: layout.colors }
  const mail = addAttachmentNotice(await writeMail(template, values, context), attachment)
  return { ...applyMailLayout(mail, layout), ...(attachment && { attachment }) }
}

/** A notification as it is edited: the texts by key, such as `subject_en_GB`. */
export interface NotificationDraft {
  readonly name: string
  readonly status: string
  /** The name of the attached document. Default: none. */
  readonly attachment?: string
  readonly texts: Readonly<Record<string, string>>
}

export interface DraftPreviewOptions {
  /** A language tag of the shop. */
  readonly language: string
  readonly reader: NotificationReader
  /** The URL of the shop, for the logo and the links. */
  readonly url: string
}

/**
 * Writes the mail of an unsaved notification with sample values. VALIDATION_FAILED for an unknown language or status, and for texts of
 * this mail that are no valid templates. Queues nothing.
 */
export async function previewNotificationDraft(
  fresh: ServiceContext,
  { name, status, attachment = '', texts }: NotificationDraft,
  { language, reader, url }: DraftPreviewOptions,
): Promise<Mail> {
  const work = await fresh.at()
  const tag = resolveLanguage(work, language)
  if (!isNotificationStatus(status)) {
    const statuses = listQuoted(Object.keys(notificationStatuses))
    throw ValidationError.of('status', createMessage('errors.notificationStatus', { statuses }))
  }
  const { defaultLanguage } = work.versionedSnapshot.snapshot
  // Only the texts of this mail: the message about another one would not name its language.
  const keys = Object.values(readerFields[reader]).map((field) =>
    flatKey(field, texts[flatKey(field, tag)] ? tag : defaultLanguage),
  )
  const issues = checkNotificationTexts(Object.fromEntries(keys.map((key) => [key, texts[key] ?? ''])))
  if (issues.length > 0) throw new ValidationError(issues)
  const getText = (field: string): string => texts[flatKey(field, defaultLanguage)] ?? ''
  const template = {
    ...texts,
    ...{ id: 0, name, status, attachment, send_customer: true, send_manager: true },
    ...{ subject: getText('subject'), body: getText('body') },
    ...{ manager_subject: getText('manager_subject'), manager_body: getText('manager_body') },
  }
  const values = await createSampleValues(work, tag, { status, url })
  return writePreview(work, template, values, {
    reader,
    language: tag,
    url,
    attachment: await findSampleAttachment(work, template, tag),
  })
}

/** The problems of the placeholders in edited texts. */
export const checkNotificationTexts = (texts: NotificationDraft['texts']): readonly Issue[] =>
  validateTemplates(texts).map(({ field, refusal }) => createIssue(field, getMessage(refusal), refusal.code))

const isNotificationStatus = (status: string): status is keyof typeof notificationStatuses =>
  Object.hasOwn(notificationStatuses, status)

async function readLatestShipment(work: ServiceContext, orderId: number) {
  return (await work.list(shipment, { column: 'sales_order_id', values: [orderId] })).at(-1)?.values ?? null
}

async function readLatestCreditNote(work: ServiceContext, orderId: number): Promise<CreditNoteFacts | null> {
  const record = (await work.list(creditNote, { column: 'sales_order_id', values: [orderId] })).at(-1)?.values
  return record ? { record, refund: record.gross ?? 0 } : null
}

/** All refunds of the order as one. */
const toLatestRefund = ({ values }: FrozenDocument): RefundFacts | null =>
  'paid_amount' in values ? { amount: values.refunded_amount ?? 0, paid: values.paid_amount ?? 0, before: 0 } : null

async function findPreviewDocument(work: ServiceContext, { entity, findByNumber }: DocumentKind, number: number) {
  const [id] = await findByNumber(work, number)
  const document = id === undefined ? null : await readDocument(work, entity, id)
  if (!document) {
    const isQuote = entity === documentKinds.quote.entity
    const key = isQuote ? 'errors.noQuoteWithNumber' : 'errors.noOrderWithNumber'
    throw new NotFoundError(createMessage(key, { number }))
  }
  return document
}
