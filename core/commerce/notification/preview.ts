// Previews a notification as it would be sent: for an existing order or quote, or with sample data.
import { type DocumentKind, documentKinds } from '../document/kinds.js'
import { NotFoundError } from '../../foundation/errors.js'
import { quoteNames } from '../../foundation/message-values.js'
import { notification } from '../../model/entities/store/notification.js'
import { shipment } from '../../model/entities/orders/shipment.js'
import { sampleValues } from '../../model/notification/sample.js'
import { quoteStatuses } from '../../model/state/statuses.js'
import { listMailPages } from '../../shop/catalogue/content-pages.js'
import { toLanguagePath, resolveLanguage } from '../../shop/language.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { readDocument } from '../document/rows.js'
import { isPaidOrder } from '../order/is-paid.js'
import { hasVisiblePrices } from '../quote/visible-prices.js'
import { readAccountName } from './account-mail.js'
import { applyMailLayout, loadMailLayout } from './mail-layout.js'
import { buildNotificationValues } from './notification-values.js'
import { type NotificationReader, writeMail } from './write-mail.js'

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
    const nameHint =
      all.length === 0 ? 'No notifications exist yet.' : `There are ${quoteNames(all.map((candidate) => candidate.name))}.`
    throw new NotFoundError(`There is no notification '${name.slice(0, 100)}'. ${nameHint}`)
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
      ? sampleValues
      : buildNotificationValues(document, tag, {
          showsPrices: isPriced,
          pathTo: (path) => toLanguagePath(work, tag, path),
          name: await readAccountName(work, document),
          isPaid: await isPaidOrder(work, document, isOfShipment ? undefined : template.status),
          shipment: isOfShipment ? await readLatestShipment(work, document.id) : null,
          messages: work.context.registry.shopperTexts(tag),
          pages: await listMailPages(work, tag),
        })
  const to = reader === 'manager' ? values.shop.email : values.customer.email
  const { log, registry } = work.context
  const layout = await loadMailLayout(work, tag, document?.shop.url ?? url)
  const context = { reader, to, language: tag, log, catalogs: registry.messages, colors: layout.colors }
  return applyMailLayout(await writeMail(template, values, context), layout)
}

async function readLatestShipment(work: ServiceContext, orderId: number) {
  return (await work.list(shipment, { column: 'sales_order_id', values: [orderId] })).at(-1)?.values ?? null
}

async function findPreviewDocument(work: ServiceContext, { entity, label, findByNumber }: DocumentKind, number: number) {
  const [id] = await findByNumber(work, number)
  const document = id === undefined ? null : await readDocument(work, entity, id)
  if (!document) throw new NotFoundError(`There is no ${label} with the number ${number}.`)
  return document
}
