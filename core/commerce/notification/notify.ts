// Queues the mails that go out when an order or a quote has come to a status, in the unit in which it did.
import { notification } from '../../model/entities/store/notification.js'
import { store } from '../../model/entities/store/store.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { DocumentEntity } from '../document/define.js'
import { readDocument } from '../document/rows.js'
import { showsPrices } from '../quote/prices.js'
import { notificationValues } from './values.js'
import { type Reader, writeMail } from './write-mail.js'

/** The customer is written to in the document's language, the shop in its own. Nobody is written to without an address. */
export async function notify(given: Work & InUnit, entity: DocumentEntity, id: number, status: string): Promise<void> {
  const work = await given.at()
  const all = await work.records(notification)
  const due = all.filter((one) => one.status === status && (one.send_customer === true || one.send_manager === true))
  if (due.length === 0) return
  const document = await readDocument(work, entity, id)
  if (!document) return
  const [shop] = await work.records(store)
  const isPriced = entity !== 'quote' || (await showsPrices(work, document.values))
  const { log } = work.context
  const mails: Mail[] = []
  const send = (one: (typeof due)[number], reader: Reader, to: string, language: string): void => {
    if (to === '') return
    // The shop's own people always see what was priced.
    const prices = reader === 'manager' || isPriced
    const mail = writeMail(one, notificationValues(document, language, prices), { reader, to, language, log })
    mails.push({ ...mail, about: { entity, id } })
  }
  const { email, language_tag: language } = document.values
  const { defaultLanguage } = work.moment.snapshot
  for (const one of due) {
    if (one.send_customer === true) send(one, 'customer', email, language || defaultLanguage)
    if (one.send_manager === true) send(one, 'manager', shop?.email_sales ?? '', defaultLanguage)
  }
  await work.mail(...mails)
}
