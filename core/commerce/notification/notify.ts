// Queues the notification mails when an order or a quote reaches a status, in the same unit.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hour } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../foundation/email-address.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { notification } from '../../model/entities/store/notification.js'
import { store } from '../../model/entities/store/store.js'
import { countInUnit } from '../../storage/counts.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { DocumentEntity, FrozenDocument } from '../document/define.js'
import { readDocument } from '../document/rows.js'
import { isPaid as isOrderPaid } from '../order/is-paid.js'
import { pathIn } from '../../shop/language.js'
import { showsPrices as mayShowPrices } from '../quote/prices.js'
import { Visit } from '../visit.js'
import { accountName } from './account-name.js'
import { notificationValues } from './values.js'
import { type Reader, writeMail } from './write-mail.js'

/** A mail to send for a status. */
export interface Addressed {
  readonly notification: RecordOf<typeof notification>
  readonly reader: Reader
  readonly to: string
  readonly language: string
}

/** The recipients for this status: the customer in the document's language, the shop in its own. Empty addresses are left out. */
export async function addressed(work: Work, { values }: FrozenDocument, status: string): Promise<readonly Addressed[]> {
  const all = await work.records(notification)
  const due = all.filter((one) => one.status === status)
  if (due.length === 0) return []
  const [shop] = await work.records(store)
  const { defaultLanguage } = work.moment.snapshot
  const customer = { reader: 'customer', to: values.email, language: values.language_tag || defaultLanguage } as const
  const manager = { reader: 'manager', to: shop?.email_sales ?? '', language: defaultLanguage } as const
  return due
    .flatMap((one) => [
      ...(one.send_customer === true ? [{ notification: one, ...customer }] : []),
      ...(one.send_manager === true ? [{ notification: one, ...manager }] : []),
    ])
    .filter(({ to }) => to !== '')
}

/** Maximum mails per hour that guests can cause to one address. */
const mostForGuests = 3

/**
 * Drops the mail to the customer after guests have caused three to that address within an hour, because anybody can order with any address.
 * Mails caused by the shop, an account or a payment provider are not counted.
 */
async function withoutFlood(
  work: Work & InUnit,
  { values }: FrozenDocument,
  due: readonly Addressed[],
): Promise<readonly Addressed[]> {
  const isCausedByGuest = work instanceof Visit && work.named?.customerId === null
  if (!isCausedByGuest || due.every(({ reader }) => reader !== 'customer')) return due
  const { context, unit } = work
  const count = await countInUnit(context, unit, 'guest-mails', hour, sha256(toEmailKey(values.email)))
  if (count <= mostForGuests) return due
  context.log.warn({ number: values.number }, 'Guests caused too many mails to one address in an hour; this one was not queued.')
  return due.filter(({ reader }) => reader !== 'customer')
}

/** Queues the mails that `addressed` returns. */
export async function notify(given: Work & InUnit, entity: DocumentEntity, id: number, status: string): Promise<void> {
  const work = await given.at()
  const all = await work.records(notification)
  if (!all.some((one) => one.status === status && (one.send_customer === true || one.send_manager === true))) return
  const document = await readDocument(work, entity, id)
  if (!document) return
  const isPriced = entity !== 'quote' || (await mayShowPrices(work, document.values))
  const { log } = work.context
  const due = await withoutFlood(work, document, await addressed(work, document, status))
  const name = await accountName(work, document)
  const isPaid = await isOrderPaid(work, document, status)
  const mails: Mail[] = []
  for (const { notification: one, reader, to, language } of due) {
    // Writing a mail can take a tenth of a second.
    if (mails.length > 0) await nextTurn()
    // Staff always see prices.
    const showsPrices = reader === 'manager' || isPriced
    const pathTo = (path: string): string => pathIn(work, language, path)
    const sentences = work.context.registry.sentences(language)
    const values = notificationValues(document, language, { showsPrices, pathTo, name, isPaid, sentences })
    const mail = writeMail(one, values, { reader, to, language, log })
    mails.push({ ...mail, about: { entity, id } })
  }
  await work.mail(...mails)
}
