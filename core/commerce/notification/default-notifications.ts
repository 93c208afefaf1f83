// The default notifications: one for each occasion that sends mails, with texts for the customer and for the shop in the languages of the shop.
import { flatKey } from '../../foundation/language.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessage, type MessageCatalogs } from '../../foundation/message-format.js'
import { notification } from '../../model/entities/store/notification.js'
import { notificationStatuses, type orderOccasions, quoteStatuses } from '../../model/state/statuses.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import {
  defaultNotificationsVariable,
  lockSystemVariable,
  notificationsDue,
  readSystemVariable,
  setSystemVariable,
} from '../../storage/system-variables.js'

type NotificationStatus = keyof typeof notificationStatuses
type MailKey = Extract<MessageKey, `mail.${string}`>

interface DefaultNotification {
  readonly status: NotificationStatus
  readonly name: MailKey
  readonly subject: MailKey
  readonly text: MailKey
  readonly shopSubject: MailKey
  /** Block placeholders below the text to the customer. */
  readonly blocks: readonly string[]
  /** Readers who get the mail. The texts for the others can be switched on. */
  readonly sendsTo: 'both' | 'customer' | 'manager' | 'nobody'
  /** The printed document that is attached, if the installation prints it. */
  readonly attachment?: string
}

/** Orders that are not placed yet send no mails, so their statuses are missing. */
const defaultNotifications: readonly DefaultNotification[] = [
  {
    status: 'ordered',
    name: 'mail.orderedName',
    subject: 'mail.orderedSubject',
    text: 'mail.orderedText',
    shopSubject: 'mail.orderedShopSubject',
    blocks: ['items_block', 'payment_block', 'addresses_block', 'button'],
    sendsTo: 'both',
    attachment: 'confirmation',
  },
  {
    status: 'paid',
    name: 'mail.paidName',
    subject: 'mail.paidSubject',
    text: 'mail.paidText',
    shopSubject: 'mail.paidShopSubject',
    blocks: ['payment_block', 'button'],
    sendsTo: 'customer',
    attachment: 'invoice',
  },
  {
    status: 'incorrect_amount',
    name: 'mail.incorrectAmountName',
    subject: 'mail.incorrectAmountSubject',
    text: 'mail.incorrectAmountText',
    shopSubject: 'mail.incorrectAmountShopSubject',
    blocks: ['button'],
    sendsTo: 'both',
  },
  {
    status: 'unsupported_currency',
    name: 'mail.unsupportedCurrencyName',
    subject: 'mail.unsupportedCurrencySubject',
    text: 'mail.unsupportedCurrencyText',
    shopSubject: 'mail.unsupportedCurrencyShopSubject',
    blocks: ['button'],
    sendsTo: 'both',
  },
  {
    status: 'confirmed',
    name: 'mail.confirmedName',
    subject: 'mail.confirmedSubject',
    text: 'mail.confirmedText',
    shopSubject: 'mail.confirmedShopSubject',
    blocks: ['items_block', 'payment_block', 'addresses_block', 'button'],
    sendsTo: 'customer',
    attachment: 'confirmation',
  },
  {
    status: 'shipment',
    name: 'mail.shipmentName',
    subject: 'mail.shipmentSubject',
    text: 'mail.shipmentText',
    shopSubject: 'mail.shipmentShopSubject',
    blocks: ['addresses_block', 'button'],
    sendsTo: 'customer',
  },
  {
    status: 'shipped',
    name: 'mail.shippedName',
    subject: 'mail.shippedSubject',
    text: 'mail.shippedText',
    shopSubject: 'mail.shippedShopSubject',
    blocks: ['addresses_block', 'button'],
    // The customer already gets a mail for each shipment.
    sendsTo: 'nobody',
  },
  {
    status: 'cancelled',
    name: 'mail.cancelledName',
    subject: 'mail.cancelledSubject',
    text: 'mail.cancelledText',
    shopSubject: 'mail.cancelledShopSubject',
    blocks: ['items_block', 'button'],
    sendsTo: 'both',
    attachment: 'credit-note',
  },
  {
    status: 'refunded',
    name: 'mail.refundedName',
    subject: 'mail.refundedSubject',
    text: 'mail.refundedText',
    shopSubject: 'mail.refundedShopSubject',
    blocks: ['button'],
    sendsTo: 'customer',
    attachment: 'credit-note',
  },
  {
    status: 'partly_refunded',
    name: 'mail.partlyRefundedName',
    subject: 'mail.partlyRefundedSubject',
    text: 'mail.partlyRefundedText',
    shopSubject: 'mail.partlyRefundedShopSubject',
    blocks: ['button'],
    sendsTo: 'customer',
  },
  {
    status: 'credit_note',
    name: 'mail.creditNoteName',
    subject: 'mail.creditNoteSubject',
    text: 'mail.creditNoteText',
    shopSubject: 'mail.creditNoteShopSubject',
    blocks: ['button'],
    sendsTo: 'customer',
    attachment: 'credit-note',
  },
  {
    status: 'requested',
    name: 'mail.requestedName',
    subject: 'mail.requestedSubject',
    text: 'mail.requestedText',
    shopSubject: 'mail.requestedShopSubject',
    blocks: ['items_block', 'button'],
    sendsTo: 'both',
  },
  {
    status: 'sent',
    name: 'mail.sentName',
    subject: 'mail.sentSubject',
    text: 'mail.sentText',
    shopSubject: 'mail.sentShopSubject',
    blocks: ['answer', 'items_block', 'button'],
    sendsTo: 'customer',
    attachment: 'quote',
  },
  {
    status: 'accepted',
    name: 'mail.acceptedName',
    subject: 'mail.acceptedSubject',
    text: 'mail.acceptedText',
    shopSubject: 'mail.acceptedShopSubject',
    blocks: ['button'],
    // The customer gets the mail about the placed order.
    sendsTo: 'manager',
  },
  {
    status: 'declined',
    name: 'mail.declinedName',
    subject: 'mail.declinedSubject',
    text: 'mail.declinedText',
    shopSubject: 'mail.declinedShopSubject',
    blocks: ['button'],
    sendsTo: 'both',
  },
  {
    status: 'expired',
    name: 'mail.expiredName',
    subject: 'mail.expiredSubject',
    text: 'mail.expiredText',
    shopSubject: 'mail.expiredShopSubject',
    blocks: ['items_block', 'button'],
    sendsTo: 'both',
  },
]

const placeholder = (path: string): string => `{{ ${path} }}`
const toParagraphs = (parts: readonly string[]): string => parts.map((part) => `<p>${part}</p>`).join('')

/** The owners of the placeholders of an occasion. */
const occasionOwners = {
  shipment: 'shipment',
  partly_refunded: 'refund',
  credit_note: 'credit_note',
} as const satisfies Readonly<Record<keyof typeof orderOccasions, string>>

const isOrderOccasion = (status: string): status is keyof typeof orderOccasions => Object.hasOwn(occasionOwners, status)

/** The texts of a default notification in one language, with placeholders. */
function createTexts(
  { status, subject, text, shopSubject, blocks }: DefaultNotification,
  language: string,
  catalogs: MessageCatalogs,
) {
  const owner = status in quoteStatuses ? 'quote' : 'order'
  const values = {
    number: placeholder(`${owner}.number`),
    date: placeholder(`${owner}.date`),
    amount: placeholder(`${owner}.gross`),
    validUntil: placeholder('quote.valid_until'),
    shipment: placeholder('shipment.number'),
    refund: placeholder('refund.amount'),
    creditNote: placeholder('credit_note.number'),
    credited: placeholder('credit_note.gross'),
    customer: placeholder('customer.name'),
  }
  const format = (key: MailKey): string => formatMessage(createMessage(key, values), language, { catalogs })
  const occasion = isOrderOccasion(status) ? occasionOwners[status] : null
  const occasionBlocks = occasion === null ? [] : [placeholder(`${occasion}.block`)]
  const ownBlocks = (names: readonly string[]): readonly string[] => names.map((name) => placeholder(`${owner}.${name}`))
  const shopBlocks = status === 'shipment' ? ['addresses_block'] : occasion === null ? ['items_block', 'addresses_block'] : []
  return {
    subject: format(subject),
    body: toParagraphs([format('mail.greeting'), format(text), ...occasionBlocks, ...ownBlocks(blocks)]),
    manager_subject: format(shopSubject),
    manager_body: toParagraphs([...ownBlocks(['customer_block']), ...occasionBlocks, ...ownBlocks(shopBlocks)]),
  }
}

/** True if the default texts exist in the language. English is built in. */
const hasTexts = (language: string, catalogs: MessageCatalogs): boolean =>
  language.split('-')[0] === 'en' || catalogs.find('mail.greeting', language) !== undefined

/**
 * The fields of the default notifications. A language without default texts gets none: its mails use the texts of the default language.
 * @param printedDocuments the documents that can be attached, by name
 */
export function createDefaultNotifications(
  catalogs: MessageCatalogs,
  { languages, defaultLanguage }: { readonly languages: readonly string[]; readonly defaultLanguage: string },
  printedDocuments: Pick<ReadonlyMap<string, unknown>, 'has'> = new Map(),
) {
  const textLanguages = languages.filter((language) => language === defaultLanguage || hasTexts(language, catalogs))
  return defaultNotifications.map((entry) => ({
    name: formatMessage(createMessage(entry.name), defaultLanguage, { catalogs }),
    status: entry.status,
    send_customer: entry.sendsTo === 'both' || entry.sendsTo === 'customer',
    send_manager: entry.sendsTo === 'both' || entry.sendsTo === 'manager',
    attachment: entry.attachment !== undefined && printedDocuments.has(entry.attachment) ? entry.attachment : '',
    ...Object.fromEntries(
      textLanguages.flatMap((language) =>
        Object.entries(createTexts(entry, language, catalogs)).map(([field, text]) => [flatKey(field, language), text]),
      ),
    ),
  }))
}

interface MissingNotification {
  readonly status: NotificationStatus
  /** The English label of the status. */
  readonly label: string
}

const listMissing = (existing: readonly { readonly status: string | null }[]): readonly DefaultNotification[] => {
  const statuses = new Set(existing.map(({ status }) => status))
  return defaultNotifications.filter(({ status }) => !statuses.has(status))
}

/** The statuses that send mails and have no notification. */
export async function listMissingNotifications(work: ServiceContext): Promise<readonly MissingNotification[]> {
  const missing = listMissing(await work.records(notification))
  return missing.map(({ status }) => ({ status, label: notificationStatuses[status] }))
}

/** Two simultaneous processes must not create a notification twice. */
const lockNotifications = (inside: TransactionContext): Promise<string> =>
  lockSystemVariable(inside.unit, defaultNotificationsVariable, '')

async function addMissing(inside: ServiceContext & TransactionContext): Promise<readonly string[]> {
  const work = await inside.at()
  const missing = new Set((await listMissingNotifications(work)).map(({ status }) => status))
  const { messages, printedDocuments } = work.context.registry
  const added = createDefaultNotifications(messages, work.versionedSnapshot.snapshot, printedDocuments).filter(({ status }) =>
    missing.has(status),
  )
  for (const fields of added) await inside.write(notification, fields)
  return added.map(({ name }) => name)
}

/**
 * Creates the missing default notifications in the languages of the shop, and changes no existing one. Names are in the default language.
 * @returns the names of the new notifications
 */
export function addMissingNotifications(base: ServiceContext): Promise<readonly string[]> {
  return base.transact(async (inside) => {
    await lockNotifications(inside)
    return addMissing(inside)
  })
}

/** Creates the default notifications of a shop that was just installed. Shops that exist longer get none without being asked. */
export async function seedNotifications(base: ServiceContext): Promise<void> {
  const { database } = base.context
  if ((await readSystemVariable(database, defaultNotificationsVariable)) !== notificationsDue) return
  await base.transact(async (inside) => {
    // Another process may have been faster.
    if ((await lockNotifications(inside)) !== notificationsDue) return
    await addMissing(inside)
    await setSystemVariable(inside.unit, defaultNotificationsVariable, '')
  })
}

/**
 * Adds the default texts in a new language of the shop. Stored texts stay, and a text that the merchant wrote gets no default text as
 * its translation.
 * @param source the language whose texts are compared with the default texts
 */
export function addNotificationTexts(base: ServiceContext, source: string, language: string): Promise<void> {
  const { messages } = base.context.registry
  if (!hasTexts(language, messages)) return Promise.resolve()
  return base.transact(async (inside) => {
    const work = await inside.at()
    for (const stored of await work.records(notification)) {
      const entry = defaultNotifications.find(({ status }) => status === stored.status)
      if (!entry) continue
      const storedTexts: Readonly<Record<string, unknown>> = stored
      const defaultTexts = createTexts(entry, source, messages)
      const isUnchanged = (field: keyof typeof defaultTexts): boolean =>
        (storedTexts[flatKey(field, source)] ?? '') === defaultTexts[field] &&
        (storedTexts[flatKey(field, language)] ?? '') === ''
      const texts = Object.entries(createTexts(entry, language, messages)).filter(([field]) =>
        isUnchanged(field as keyof typeof defaultTexts),
      )
      if (texts.length === 0) continue
      await inside.write(notification, Object.fromEntries(texts.map(([field, text]) => [flatKey(field, language), text])), {
        id: stored.id,
      })
    }
  })
}
