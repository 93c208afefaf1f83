// Prints a frozen document with an access check: builds its sheet, collects its pictures, and has the printer draw it.
import { NotFoundError, SystemError } from '../../foundation/errors.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { toInList } from '../../storage/database/statement.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument } from './define.js'
import { readDocument } from './rows.js'
import { findOrder } from '../order/find.js'
import { findQuote } from '../quote/find.js'
import { listStateHistory } from '../state/history.js'
import type { ShopperContext } from '../shopper-context.js'
import type { StoredPicture, StoredPictures, PrintKind, PrintSheet } from '../../../plugins/print/define.js'
import { type InvoiceTexts, buildPrintSheet } from '../../../plugins/print/sheet.js'

/** The entity from which each document is printed. */
export const printEntities: Readonly<Record<PrintKind, DocumentEntity>> = {
  confirmation: 'sales-order',
  invoice: 'sales-order',
  'delivery-note': 'sales-order',
  quote: 'quote',
}

/** The printable documents of an entity; empty for most. */
export const listPrintKinds = (entity: string): readonly PrintKind[] =>
  (Object.keys(printEntities) as readonly PrintKind[]).filter((printed) => printEntities[printed] === entity)

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
  throw new NotFoundError(`Order ${values.number} has no invoice. One is made when an order is paid, if the settings say so.`)
}

/** The shop's logo at the time the document was frozen. */
async function readLogo(work: ServiceContext, { entity, id }: FrozenDocument): Promise<string | null> {
  const sql = "SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = 'logo'"
  const [row] = await work.on.query<{ name: string }>(sql, [entity, id])
  return row?.name ?? null
}

function listPictureNames({ logo, rows }: PrintSheet): readonly string[] {
  const all = [logo, ...rows.flatMap(({ picture, details }) => [picture, ...details.map((detail) => detail.picture)])]
  return [...new Set(all.filter((name) => name !== null))]
}

async function loadPictures(work: ServiceContext, sheet: PrintSheet): Promise<StoredPictures> {
  const names = listPictureNames(sheet)
  const pictures = new Map<string, StoredPicture>()
  if (names.length === 0) return pictures
  const list = toInList(names)
  const sql = `SELECT name, MIN(media_type) AS type, MAX(size) AS size FROM svc_files WHERE name IN ${list.sql} GROUP BY name`
  const rows = await work.on.query<{ name: string; type: string; size: number | string }>(sql, list.params)
  const rowsByName = new Map(rows.map((row) => [row.name, row]))
  let byteBudget = maxPictureBytes
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

/** The file of a document. NOT_FOUND for an invoice that does not exist yet. */
export async function printDocument(
  shopperContext: ShopperContext,
  printed: PrintKind,
  document: FrozenDocument,
): Promise<ReplyFile> {
  const { printer, context } = shopperContext
  if (printer === null) throw new SystemError('Nothing is printed within this work. Call it with a visit of the app.')
  const sheet = buildPrintSheet(printed, {
    document,
    invoice: printed === 'invoice' ? await readInvoiceTexts(shopperContext, document) : null,
    logo: await readLogo(shopperContext, document),
    sentences: context.registry.sentences(document.values.language_tag),
  })
  const bytes = await printer.print(sheet, () => loadPictures(shopperContext, sheet), shopperContext.requester)
  return { name: `${sheet.fileName}.pdf`, bytes }
}

/** Prints a document for its owner, found by its token. */
export async function printOwnDocument(shopperContext: ShopperContext, printed: PrintKind, token: string): Promise<ReplyFile> {
  const entity = printEntities[printed]
  const { id, status } = await (entity === 'quote' ? findQuote : findOrder)(shopperContext, token)
  if (printed === 'quote' && status === 'requested') {
    throw new NotFoundError('This quote is not ready yet. It can be printed once the shop has sent it.')
  }
  return printDocumentById(shopperContext, printed, id)
}

/** Prints a document for staff, found by the id of its order or quote. */
export async function printDocumentById(shopperContext: ShopperContext, printed: PrintKind, id: number): Promise<ReplyFile> {
  const entity = printEntities[printed]
  const document = await readDocument(shopperContext, entity, id)
  if (document === null || document.values.number === null) {
    throw new NotFoundError(`There is no ${entity} ${id} that could be printed: it has a number once it is placed.`)
  }
  return printDocument(shopperContext, printed, document)
}
