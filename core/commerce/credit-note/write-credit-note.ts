// Writes the credit notes of an invoice: immutable, with numbers from a gapless series, under the order's lock.
import { formatIsoTime } from '../../foundation/clock.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { invoice } from '../../model/entities/orders/invoice.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import type { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import { takeDocumentNumber } from '../document/kinds.js'
import { lockOrder } from '../state/change-state.js'
import { type Credit, computeCredit, computeFullCredit, type CreditRequest, type InvoicedOrder } from './compute-credit.js'

export type CreditNoteRecord = RecordOf<typeof creditNote>

/** The amounts of an order that its invoice states. */
export async function readInvoicedOrder(work: ServiceContext, order: RecordOf<typeof salesOrder>): Promise<InvoicedOrder> {
  const ofOrder = { column: 'sales_order_id', values: [order.id] }
  const lines = await work.list(orderLine, ofOrder)
  const rates = await work.list(orderTaxRate, ofOrder)
  const toCharge = (title: string, net: number | null, tax: number | null) =>
    net === null && tax === null ? null : { title, net: net ?? 0, tax: tax ?? 0 }
  return {
    lines: lines.map(({ id, values: { title, quantity, tax_rate, net, tax } }) => {
      return { id, title, quantity: quantity ?? 1, rate: tax_rate ?? 0, net: net ?? 0, tax: tax ?? 0 }
    }),
    delivery: toCharge(order.delivery_title, order.delivery_net, order.delivery_tax),
    payment: toCharge(order.payment_title, order.payment_net, order.payment_tax),
    rates: rates
      .filter(({ values }) => values.recurring !== true)
      .map(({ values: { rate, code, net, tax } }) => ({ rate: rate ?? 0, code, net: net ?? 0, tax: tax ?? 0 })),
    decimals: order.currency_decimals ?? 2,
  }
}

/** The credit notes of an order, oldest first. */
export async function listCreditNotes(work: ServiceContext, orderId: number): Promise<readonly CreditNoteRecord[]> {
  return (await work.list(creditNote, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

/** Locked: a concurrent credit waits, and sees the credits of this transaction. */
async function lockCreditNotes(work: ServiceContext & TransactionContext, orderId: number): Promise<readonly CreditNoteRecord[]> {
  return (await work.lock(creditNote, { column: 'sales_order_id', values: [orderId] })).map(({ values }) => values)
}

export async function findInvoiceId(work: ServiceContext, orderId: number): Promise<number | null> {
  return (await work.list(invoice, { column: 'sales_order_id', values: [orderId] }))[0]?.id ?? null
}

async function storeCreditNote(
  baseWork: ServiceContext & TransactionContext,
  orderId: number,
  invoiceId: number,
  reason: string,
  credit: Credit,
): Promise<number> {
  const work = await baseWork.at()
  const { credit_note_prefix: prefix, credit_note_start: first } = work.versionedSnapshot.snapshot.settings
  const number = await takeDocumentNumber(work, { entity: creditNote, prefix, first })
  const created = formatIsoTime(work.now)
  return work.write(creditNote, { sales_order_id: orderId, invoice_id: invoiceId, number, reason, ...credit, created })
}

/** The credit for parts of a locked order. VALIDATION_FAILED if the parts exceed the remainder of the invoice. */
export async function computeOrderCredit(
  work: ServiceContext & TransactionContext,
  orderId: number,
  request: CreditRequest,
): Promise<Credit> {
  const order = await lockOrder(work, orderId)
  const credited = (await lockCreditNotes(work, orderId)).flatMap(({ lines }) => lines)
  return computeCredit(await readInvoicedOrder(work, order), credited, request)
}

/** Writes the credit note of a computed credit and returns its id. null without an invoice. */
export async function creditOrder(
  work: ServiceContext & TransactionContext,
  orderId: number,
  credit: Credit,
  reason: string,
): Promise<number | null> {
  const invoiceId = await findInvoiceId(work, orderId)
  return invoiceId === null ? null : storeCreditNote(work, orderId, invoiceId, reason, credit)
}

/** Credits everything that is left of a cancelled order's invoice. Does nothing without an invoice. */
export async function creditRemainder(work: ServiceContext & TransactionContext, orderId: number): Promise<void> {
  const invoiceId = await findInvoiceId(work, orderId)
  if (invoiceId === null) return
  const order = await lockOrder(work, orderId)
  const credited = (await lockCreditNotes(work, orderId)).flatMap(({ lines }) => lines)
  const credit = computeFullCredit(await readInvoicedOrder(work, order), credited)
  if (credit) await storeCreditNote(work, orderId, invoiceId, '', credit)
}
