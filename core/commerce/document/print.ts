// Prints a frozen document with an access check: reads it, and has the plugin that contributes the document make the file.
import { NotFoundError, SystemError } from '../../foundation/errors.js'
import { createLabel, createMessage, suggestName } from '../../foundation/message.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import type { PrintedDocumentDeclaration } from '../../model/print/declaration.js'
import type { Registry } from '../../model/registry.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { isConfiguredPictureName, readConfiguredPicture } from '../../shop/configured-picture.js'
import { toInList } from '../../storage/database/dialect.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { toCreditDocument } from './copy.js'
import { findOrder } from '../order/service.js'
import { findQuote } from '../quote/find.js'
import type { ShopperContext } from '../shopper-context.js'
import { listStateHistory } from '../state/change-state.js'
import type {
  FrozenDocument,
  CreditNoteTexts,
  DocumentPrinter,
  InvoiceTexts,
  PrintRequester,
  PrintSource,
  StoredPicture,
  StoredPictures,
} from './define.js'
import { toDocumentReply, readDocument, readOrder } from './rows.js'

/** The documents that are printed of an entity; empty for most. */
export const listPrintedDocuments = ({ printedDocuments }: Registry, entity: string): readonly PrintedDocumentDeclaration[] =>
  [...printedDocuments.values()].filter((printed) => printed.entity === entity)

/** Throws NOT_FOUND for an unknown name, and if no plugin prints documents. */
export function requirePrintedDocument({ printedDocuments }: Registry, name: string): PrintedDocumentDeclaration {
  const printed = printedDocuments.get(name)
  if (printed) return printed
  throw new NotFoundError(
    printedDocuments.size === 0
      ? createMessage('shop.nothingPrinted')
      : createMessage('shop.documentUnknown', { name: name.slice(0, 40), hint: suggestName(name, printedDocuments.keys()) }),
  )
}

/** Maximum bytes of all pictures of one document. Further pictures are left out. */
const maxPictureBytes = 24 * 1_048_576

/** ISO 8601: when the order was shipped, if that was before the invoice. null if it was paid in advance. Stored states never change. */
async function findSupplyDate(work: ServiceContext, orderId: number, invoiceDate: string | null): Promise<string | null> {
  const states = await listStateHistory(work, 'sales-order', [orderId])
  return states.findLast(({ to, at }) => to === 'shipped' && (invoiceDate === null || at < invoiceDate))?.at ?? null
}

async function readInvoiceTexts(work: ServiceContext, { id, values }: FrozenDocument): Promise<InvoiceTexts> {
  const [record] = await work.list(invoice, { column: 'sales_order_id', values: [id] })
  if (record) return { ...record.values, supplied: await findSupplyDate(work, id, record.values.created) }
  throw new NotFoundError(createMessage('shop.invoiceMissing', { number: String(values.number) }))
}

/** The shop's logo at the time the document was frozen. */
async function readLogo(work: ServiceContext, { entity, id }: FrozenDocument): Promise<string | null> {
  const sql = "SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = 'logo'"
  const [row] = await work.on.query<{ name: string }>(sql, [entity, id])
  return row?.name ?? null
}

/** Pictures of configured products are drawn. One that cannot be drawn is left out. */
async function loadPictures(
  work: ServiceContext,
  allNames: readonly string[],
  requester: PrintRequester,
): Promise<StoredPictures> {
  const pictures = new Map<string, StoredPicture>()
  let byteBudget = maxPictureBytes
  for (const name of allNames.filter(isConfiguredPictureName)) {
    const picture = await readConfiguredPicture(work.context, name, requester)
    if (picture === null || picture.bytes.length > byteBudget) continue
    byteBudget -= picture.bytes.length
    pictures.set(name, picture)
  }
  const names = allNames.filter((name) => !isConfiguredPictureName(name))
  if (names.length === 0) return pictures
  const list = toInList(names)
  const sql = `SELECT name, MIN(media_type) AS type, MAX(size) AS size FROM svc_files WHERE name IN ${list.sql} GROUP BY name`
  const rows = await work.on.query<{ name: string; type: string; size: number | string }>(sql, list.params)
  const rowsByName = new Map(rows.map((row) => [row.name, row]))
  for (const name of names) {
    const row = rowsByName.get(name)
    if (!row || Number(row.size) > byteBudget) continue
    const bytes = await work.context.files.get(name)
    if (bytes === null) continue
    byteBudget -= bytes.length
    pictures.set(name, { type: row.type, bytes })
  }
  return pictures
}

/** NOT_FOUND for an invoice that does not exist yet. */
async function createPrintSource(
  shopperContext: ShopperContext,
  { needsInvoice }: PrintedDocumentDeclaration,
  document: FrozenDocument,
  credit: CreditNoteTexts | null = null,
): Promise<PrintSource> {
  const { context, requester } = shopperContext
  return {
    context,
    requester,
    document,
    reply: toDocumentReply(document),
    creditNote: credit,
    invoice: needsInvoice || credit ? await readInvoiceTexts(shopperContext, document) : null,
    logo: await readLogo(shopperContext, document),
    loadPictures: (names) => loadPictures(shopperContext, names, requester),
  }
}

function requirePrinter({ printer }: ShopperContext): DocumentPrinter {
  if (printer === null) throw new SystemError('Printing is not available in this context. Call it with a context of app.shop.')
  return printer
}

/** The file of a document. NOT_FOUND for an invoice that does not exist yet. */
async function printDocument(
  shopperContext: ShopperContext,
  printed: PrintedDocumentDeclaration,
  document: FrozenDocument,
  credit: CreditNoteTexts | null = null,
): Promise<ReplyFile> {
  const print = requirePrinter(shopperContext)
  return print(printed.name, await createPrintSource(shopperContext, printed, document, credit))
}

/** Prints a credit note, found by its id, for staff or the owner of the order. */
async function printCreditNote(
  shopperContext: ShopperContext,
  printed: PrintedDocumentDeclaration,
  id: number,
  orderId?: number,
): Promise<ReplyFile> {
  const record = await shopperContext.read(creditNote, id)
  const order = record ? await readOrder(shopperContext, record.values.sales_order_id) : null
  if (!record || !order || (orderId !== undefined && order.id !== orderId))
    throw new NotFoundError(createMessage('errors.noCreditNote', { id }))
  const { number, created, reason, gross } = record.values
  const texts = { number, created, reason, isCancellation: gross === order.values.gross }
  return printDocument(shopperContext, printed, toCreditDocument(order, record.values), texts)
}

/** Prints a credit note for the owner of its order, found by the order's token. */
export async function printOwnCreditNote(
  shopperContext: ShopperContext,
  name: string,
  token: string,
  id: number,
): Promise<ReplyFile> {
  const printed = requirePrintedDocument(shopperContext.context.registry, name)
  const order = await findOrder(shopperContext, token)
  return printCreditNote(shopperContext, printed, id, order.id)
}

const sampleCredit: CreditNoteTexts = { number: '', created: null, reason: '', isCancellation: false }

/** Prints a document that is not stored, with the shop's current logo. The numbers of its invoice and credit note are its own. */
export async function printSampleDocument(
  shopperContext: ShopperContext,
  name: string,
  document: FrozenDocument,
): Promise<ReplyFile> {
  const { context, requester } = shopperContext
  const printed = requirePrintedDocument(context.registry, name)
  const [number, created] = [String(document.values.number), document.values.created]
  const isCredit = printed.entity === 'credit-note'
  const [logo] = await shopperContext.on.query<{ name: string }>(
    "SELECT name FROM svc_files WHERE entity = 'store' AND property = 'logo'",
  )
  return requirePrinter(shopperContext)(name, {
    context,
    requester,
    document,
    reply: toDocumentReply(document),
    invoice: printed.needsInvoice || isCredit ? { number, created, supplied: null } : null,
    creditNote: isCredit ? { ...sampleCredit, number, created } : null,
    logo: logo?.name ?? null,
    loadPictures: (names) => loadPictures(shopperContext, names, requester),
  })
}

/** Prints a document for its owner, found by its token. */
export async function printOwnDocument(shopperContext: ShopperContext, name: string, token: string): Promise<ReplyFile> {
  const printed = requirePrintedDocument(shopperContext.context.registry, name)
  const isQuote = printed.entity === 'quote'
  const { id, status } = await (isQuote ? findQuote : findOrder)(shopperContext, token)
  if (isQuote && status === 'requested') {
    throw new NotFoundError(createMessage('shop.quoteNotPrintable'))
  }
  return printDocumentById(shopperContext, name, id)
}

/** Prints a document for staff, found by the id of its order, quote or credit note. */
export async function printDocumentById(shopperContext: ShopperContext, name: string, id: number): Promise<ReplyFile> {
  const printed = requirePrintedDocument(shopperContext.context.registry, name)
  if (printed.entity === 'credit-note') return printCreditNote(shopperContext, printed, id)
  const document = await readDocument(shopperContext, printed.entity, id)
  if (document === null || document.values.number === null) {
    const values = { entity: createLabel('entity', printed.entity), id: String(id) }
    throw new NotFoundError(createMessage('errors.documentNotPrintable', values))
  }
  return printDocument(shopperContext, printed, document)
}

/**
 * Prints the documents of several orders into one file, for staff. Orders without the document are left out. NOT_FOUND if no order has it,
 * or the document is not printed in sets.
 */
export async function printDocumentSet(shopperContext: ShopperContext, name: string, ids: readonly number[]): Promise<ReplyFile> {
  const printed = requirePrintedDocument(shopperContext.context.registry, name)
  const invoices = await shopperContext.list(invoice, { column: 'sales_order_id', values: ids })
  const invoiced = new Set(invoices.map(({ values }) => values.sales_order_id))
  const sources: PrintSource[] = []
  if (printed.sets === true && printed.entity === 'sales-order') {
    for (const id of ids) {
      if (printed.needsInvoice && !invoiced.has(id)) continue
      const document = await readDocument(shopperContext, printed.entity, id)
      if (document && document.values.number !== null) sources.push(await createPrintSource(shopperContext, printed, document))
    }
  }
  const [first, ...following] = sources
  if (!first) throw new NotFoundError(createMessage('errors.noDocumentsToPrint'))
  return requirePrinter(shopperContext)(name, { ...first, following })
}
