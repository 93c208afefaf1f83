// The documents that are attached to notification mails: found when a mail is queued, printed when it is sent.
import { ServiceError, SystemError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { formatMessage, formatMessageFields } from '../../foundation/message-format.js'
import { translateShopMessage } from '../../shop/language.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import type { PrintedDocumentDeclaration } from '../../model/print/declaration.js'
import { getVersionedSnapshot } from '../../storage/caches.js'
import type { MailAttachment, QueuedMail } from '../../storage/mail-queue.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { FrozenDocument } from '../document/define.js'
import { formatDocumentNumber } from '../document/kinds.js'
import type { ShopperContext } from '../shopper-context.js'
import { createSampleDocument, sampleNumber } from './sample-document.js'
import { escapeHtml } from '../../foundation/rich-text.js'

/** Maximum bytes of an attached document. Mail servers usually accept 10 MB, and its encoding adds a third. */
const maxAttachmentBytes = 7 * 1_048_576

interface PrintedRecord {
  readonly id: number
  readonly number: string
  readonly isCancellation?: boolean
}

/** The record that is printed. null if it does not exist, for example without an invoice. */
async function findPrintedRecord(
  work: ServiceContext,
  printed: PrintedDocumentDeclaration,
  { entity, id, values }: FrozenDocument,
): Promise<PrintedRecord | null> {
  const ofOrder = { column: 'sales_order_id', values: [id] } as const
  if (printed.entity === 'credit-note') {
    const latest = entity === 'sales-order' ? (await work.list(creditNote, ofOrder)).at(-1) : undefined
    if (latest === undefined) return null
    return { id: latest.id, number: latest.values.number, isCancellation: latest.values.gross === values.gross }
  }
  // A quote has no document until the shop has sent it.
  if (printed.entity !== entity || values.number === null || values.status === 'requested') return null
  if (!printed.needsInvoice) return { id, number: formatDocumentNumber(values) }
  const [record] = await work.list(invoice, ofOrder)
  return record ? { id, number: record.values.number } : null
}

const extensions: Readonly<Record<string, string>> = { 'application/pdf': '.pdf', 'text/plain': '.txt' }

/** The title of the document as a file name, for example `Invoice 1001.pdf`. */
function createFileName(
  work: ServiceContext,
  { name, label = name, title = label, cancellationTitle = title, mediaType }: PrintedDocumentDeclaration,
  language: string,
  { number, isCancellation }: Pick<PrintedRecord, 'number' | 'isCancellation'>,
): string {
  const text = translateShopMessage(work.context.registry, language, isCancellation ? cancellationTitle : title, { number })
  const safe = text.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]+/g, '-').trim()
  return safe.slice(0, 100) + (extensions[mediaType] ?? '')
}

function createAttachment(
  { context }: ServiceContext,
  mailLanguage: string,
  details: Omit<MailAttachment, 'notice'>,
): MailAttachment {
  const options = { catalogs: context.registry.messages }
  return { ...details, notice: formatMessage(createMessage('mail.attached', { file: details.file }), mailLanguage, options) }
}

/**
 * The document with that name for a mail about an order or quote. null if there is none: no invoice, no credit note, or nothing prints it.
 * @param name '' for no document @param mailLanguage of the notice. The document is in the language of the order
 */
export async function findMailAttachment(
  work: ServiceContext,
  document: FrozenDocument,
  name: string,
  mailLanguage: string,
): Promise<MailAttachment | null> {
  const printed = work.context.registry.printedDocuments.get(name)
  const record = printed ? await findPrintedRecord(work, printed, document) : null
  if (!printed || record === null) return null
  const language = document.values.language_tag || mailLanguage
  const file = createFileName(work, printed, language, record)
  return createAttachment(work, mailLanguage, { document: name, id: record.id, language, file })
}

/** The sample of the document with that name. null if nothing prints it for this status. */
export function createSampleAttachment(
  work: ServiceContext,
  { entity }: FrozenDocument,
  name: string,
  language: string,
): MailAttachment | null {
  const printed = work.context.registry.printedDocuments.get(name)
  if (!printed || (printed.entity === 'quote') !== (entity === 'quote')) return null
  const file = createFileName(work, printed, language, { number: String(sampleNumber) })
  return createAttachment(work, language, { document: name, id: null, language, file })
}

/** Adds the sentence that names the attached file to the end of a mail. */
export function addAttachmentNotice<Mail extends { readonly text: string; readonly html?: string }>(
  mail: Mail,
  attachment: MailAttachment | null,
): Mail {
  if (attachment === null) return mail
  const { notice } = attachment
  const text = `${mail.text.trimEnd()}\n\n${notice}\n`
  if (mail.html === undefined) return { ...mail, text }
  return { ...mail, text, html: `${mail.html}<p class="attached" style="margin:0"><b>${escapeHtml(notice)}</b></p>` }
}

const removeNotice = (mail: QueuedMail, notice: string): QueuedMail => ({
  ...mail,
  text: mail.text.replace(notice, ''),
  ...(mail.html !== undefined && { html: mail.html.replace(escapeHtml(notice), '') }),
})

export interface MailFile {
  readonly name: string
  /** The content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A mail with its attached files. */
export interface CompleteMail extends QueuedMail {
  readonly files: readonly MailFile[]
}

async function printAttachment(shopperContext: ShopperContext, attachment: MailAttachment): Promise<Uint8Array> {
  const { document: name, id, language } = attachment
  const { printDocumentById, printSampleDocument } = await import('../document/print.js')
  if (id !== null) return (await printDocumentById(shopperContext, name, id)).bytes
  const printed = shopperContext.context.registry.printedDocuments.get(name)
  const status = printed?.entity === 'quote' ? 'sent' : 'ordered'
  const sample = await createSampleDocument(shopperContext, language, { status, url: '' })
  return (await printSampleDocument(shopperContext, name, sample)).bytes
}

/**
 * Prints the document of the mail. A document that is too large is left out, and the mail does not mention it. SystemError with a message in
 * the default language of the shop if the document cannot be printed.
 * @param shopperContext of the service itself, from `app.shop.createContext({})`
 */
export async function attachMailDocument(shopperContext: ShopperContext, mail: QueuedMail): Promise<CompleteMail> {
  const { attachment } = mail
  if (attachment === undefined) return { ...mail, files: [] }
  const { context } = shopperContext
  const { file, notice, document } = attachment
  try {
    const bytes = await printAttachment(shopperContext, attachment)
    if (bytes.length > maxAttachmentBytes) {
      context.log.warn({ mail: mail.id, file, bytes: bytes.length }, 'A document is too large for a mail. It was not attached.')
      return { ...removeNotice(mail, notice), files: [] }
    }
    const type = context.registry.printedDocuments.get(document)?.mediaType ?? 'application/octet-stream'
    return { ...mail, files: [{ name: file, type, bytes }] }
  } catch (error) {
    const { defaultLanguage } = (await getVersionedSnapshot(context)).snapshot
    const options = { catalogs: context.registry.messages }
    const isExplained = error instanceof ServiceError && error.code !== 'INTERNAL_ERROR'
    const reason = isExplained ? formatMessageFields(error, defaultLanguage, options) : ''
    const text = formatMessage(createMessage('mail.attachmentFailed', { file, reason }), defaultLanguage, options)
    throw new SystemError(text.trim(), { cause: error })
  }
}
