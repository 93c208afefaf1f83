// Creates the invoice of a paid order.
import { takeDocumentNumber } from '../commerce/invoice/document-number.js'
import { defineEffect } from '../commerce/state/define.js'
import { formatIsoTime } from '../foundation/clock.js'
import { SystemError } from '../foundation/errors.js'
import { invoice } from '../model/entities/orders/invoice.js'
import { salesOrder } from '../model/entities/orders/sales-order.js'
import type { TransactionContext, ServiceContext } from '../storage/service-context.js'

/**
 * The invoice's id. null if the settings disable invoicing. An existing invoice is returned unchanged, also after the order is cancelled or
 * refunded. Call it under the lock of the order's row.
 */
async function writeInvoice(work: ServiceContext & TransactionContext, orderId: number): Promise<number | null> {
  const currentWork = await work.at()
  const { settings } = currentWork.moment.snapshot
  if (settings.enable_invoicing !== true) return null
  const [existingInvoice] = await currentWork.list(invoice, { column: 'sales_order_id', values: [orderId] })
  if (existingInvoice) return existingInvoice.id
  const order = await currentWork.read(salesOrder, orderId)
  if (!order) throw new SystemError(`There is no order ${orderId} to write an invoice for.`)
  const { net, tax, gross } = order.values
  const { invoice_prefix: prefix, invoice_start: first } = settings
  const number = await takeDocumentNumber(currentWork, { entity: invoice, prefix, first })
  return currentWork.write(invoice, { sales_order_id: orderId, number, net, tax, gross, created: formatIsoTime(currentWork.now) })
}

export const writeInvoiceEffect = defineEffect({
  name: 'write-invoice',
  description: 'Creates the only invoice of a paid order. Its number must be neither lost nor used twice.',
  on: 'sales-order',
  to: ['paid'],
  async run(transaction, { id }) {
    await writeInvoice(transaction, id)
  },
})
