// Prints a frozen document with an access check: builds its sheet, collects its pictures, and has the printer draw it.
import { NotFoundError, SystemError } from '../../foundation/errors.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { inList } from '../../storage/database/statement.js'
import type { Work } from '../../storage/work.js'
import type { DocumentEntity, FrozenDocument } from '../document/define.js'
import { readDocument } from '../document/rows.js'
import { findOrder } from '../order/find.js'
import { findQuote } from '../quote/find.js'
import { listStates } from '../state/history.js'
import type { Visit } from '../visit.js'
import type { GivenPicture, GivenPictures, Printed, PrintSheet } from './define.js'
import { type InvoiceTexts, sheetOf } from './sheet.js'

/** The entity from which each document is printed. */
export const printedOf: Readonly<Record<Printed, DocumentEntity>> = {
  confirmation: 'sales-order',
  invoice: 'sales-order',
  'delivery-note': 'sales-order',
  quote: 'quote',
}

/** The printable documents of an entity; empty for most. */
export const printsOf = (entity: string): readonly Printed[] =>
  (Object.keys(printedOf) as readonly Printed[]).filter((printed) => printedOf[printed] === entity)

/** Maximum bytes of all pictures of one document. Further pictures are left out. */
const mostBytes = 24 * 1_048_576

/** ISO 8601: when the order was shipped, if that was before the invoice. null if it was paid in advance. Stored states never change. */
async function suppliedBefore(work: Work, orderId: number, made: string | null): Promise<string | null> {
  const states = await listStates(work, 'sales-order', [orderId])
  return states.findLast(({ to, at }) => to === 'shipped' && (made === null || at < made))?.at ?? null
}

async function invoiceOf(work: Work, { id, values }: FrozenDocument): Promise<InvoiceTexts> {
  const [found] = await work.list(invoice, { column: 'sales_order_id', values: [id] })
  if (found) return { ...found.values, supplied: await suppliedBefore(work, id, found.values.created) }
  throw new NotFoundError(`Order ${values.number} has no invoice. One is made when an order is paid, if the settings say so.`)
}

/** The shop's logo at the time the document was frozen. */
async function logoOf(work: Work, { entity, id }: FrozenDocument): Promise<string | null> {
  const sql = "SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = 'logo'"
  const [row] = await work.on.query<{ name: string }>(sql, [entity, id])
  return row?.name ?? null
}

function picturesOn({ logo, rows }: PrintSheet): readonly string[] {
  const all = [logo, ...rows.flatMap(({ picture, details }) => [picture, ...details.map((detail) => detail.picture)])]
  return [...new Set(all.filter((name) => name !== null))]
}

async function picturesOf(work: Work, sheet: PrintSheet): Promise<GivenPictures> {
  const names = picturesOn(sheet)
  const given = new Map<string, GivenPicture>()
  if (names.length === 0) return given
  const list = inList(names)
  const sql = `SELECT name, MIN(media_type) AS type, MAX(size) AS size FROM svc_files WHERE name IN ${list.sql} GROUP BY name`
  const rows = await work.on.query<{ name: string; type: string; size: number | string }>(sql, list.params)
  const known = new Map(rows.map((row) => [row.name, row]))
  let left = mostBytes
  for (const name of names) {
    const row = known.get(name)
    if (!row || Number(row.size) > left) continue
    const bytes = await work.context.files.get(name)
    if (bytes === null) continue
    left -= bytes.length
    given.set(name, { type: row.type, bytes })
  }
  return given
}

/** The file of a document. NOT_FOUND for an invoice that does not exist yet. */
export async function printFrozen(visit: Visit, printed: Printed, document: FrozenDocument): Promise<ReplyFile> {
  const { printer, context } = visit
  if (printer === null) throw new SystemError('Nothing is printed within this work. Call it with a visit of the app.')
  const sheet = sheetOf(printed, {
    document,
    invoice: printed === 'invoice' ? await invoiceOf(visit, document) : null,
    logo: await logoOf(visit, document),
    sentences: context.registry.sentences(document.values.language_tag),
  })
  const bytes = await printer.print(sheet, () => picturesOf(visit, sheet), visit.requester)
  return { name: `${sheet.fileName}.pdf`, bytes }
}

/** Prints a document for its owner, found by its token. */
export async function printOwn(visit: Visit, printed: Printed, token: string): Promise<ReplyFile> {
  const entity = printedOf[printed]
  const { id, status } = await (entity === 'quote' ? findQuote : findOrder)(visit, token)
  if (printed === 'quote' && status === 'requested') {
    throw new NotFoundError('This quote is not ready yet. It can be printed once the shop has sent it.')
  }
  return printAny(visit, printed, id)
}

/** Prints a document for staff, found by the id of its order or quote. */
export async function printAny(visit: Visit, printed: Printed, id: number): Promise<ReplyFile> {
  const entity = printedOf[printed]
  const document = await readDocument(visit, entity, id)
  if (document === null || document.values.number === null) {
    throw new NotFoundError(`There is no ${entity} ${id} that could be printed: it has a number once it is placed.`)
  }
  return printFrozen(visit, printed, document)
}
