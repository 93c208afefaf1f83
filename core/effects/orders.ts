// The effects of a new order status: payments, shipments, invoice, credit note and derived states.
import { closePayments } from '../commerce/payment/close.js'
import { defineEffect } from '../commerce/state/define.js'
import { creditRemainder } from '../commerce/credit-note/write-credit-note.js'
import { shipRemainder } from '../commerce/shipment/shipments.js'
import { updateOrderStates } from '../commerce/state/change-state.js'
import { takeDocumentNumber } from '../commerce/document/kinds.js'
import { formatIsoTime } from '../foundation/clock.js'
import { SystemError } from '../foundation/errors.js'
import { invoice } from '../model/entities/orders/invoice.js'
import { salesOrder } from '../model/entities/orders/sales-order.js'
import type { TransactionContext, ServiceContext } from '../storage/service-context.js'

/** Closes pending offline payments when staff set their order to paid or cancelled. */
export const closePaymentsEffect = defineEffect({
  name: 'close-payments',
  description:
    'Ends a pending payment without provider reports when its order is set to paid or cancelled, and plans the capture or release of ' +
    'authorized payments, to keep both consistent.',
  on: 'sales-order',
  to: ['paid', 'cancelled', 'refunded'],
  async run(transaction, { id, to }) {
    if (to === 'paid' || to === 'cancelled' || to === 'refunded') await closePayments(transaction, id, to)
  },
})

/** Credits the invoice of a cancelled order. */
export const creditOrderEffect = defineEffect({
  name: 'credit-order',
  description:
    'Creates a credit note for the rest of the invoice of a cancelled order. Its number must be neither lost nor used twice.',
  on: 'sales-order',
  to: ['cancelled'],
  run: (transaction, { id }) => creditRemainder(transaction, id),
})

/** Ships everything that is not yet shipped when staff set an order to shipped. */
export const shipOrderEffect = defineEffect({
  name: 'ship-order',
  description: 'Creates a shipment of everything not yet shipped, to keep status and shipments consistent.',
  on: 'sales-order',
  to: ['shipped'],
  run: (transaction, { id }) => shipRemainder(transaction, id),
})

/** Derives the payment and fulfilment states of an order when its status changes. */
export const updateOrderStatesEffect = defineEffect({
  name: 'update-order-states',
  description: 'Derives the payment and fulfilment states of an order, to keep them consistent with its status.',
  on: 'sales-order',
  to: ['paid', 'incorrect_amount', 'unsupported_currency', 'confirmed', 'shipped', 'cancelled', 'refunded'],
  run: (transaction, { id }) => updateOrderStates(transaction, id),
})

/**
 * The invoice's id. null if the settings disable invoicing. An existing invoice is returned unchanged, also after the order is cancelled or
 * refunded. Call it under the lock of the order's row.
 */
async function writeInvoice(work: ServiceContext & TransactionContext, orderId: number): Promise<number | null> {
  const currentWork = await work.at()
  const { settings } = currentWork.versionedSnapshot.snapshot
  if (settings.enable_invoicing !== true) return null
  const [existingInvoice] = await currentWork.list(invoice, { column: 'sales_order_id', values: [orderId] })
  if (existingInvoice) return existingInvoice.id
  const order = await currentWork.read(salesOrder, orderId)
  if (!order) throw new SystemError(`There is no order ${orderId} to invoice.`)
  const { net, tax, gross } = order.values
  const { invoice_prefix: prefix, invoice_start: first } = settings
  const number = await takeDocumentNumber(currentWork, { entity: invoice, prefix, first })
  return currentWork.write(invoice, { sales_order_id: orderId, number, net, tax, gross, created: formatIsoTime(currentWork.now) })
}

/** Creates the invoice of a paid order. */
export const writeInvoiceEffect = defineEffect({
  name: 'write-invoice',
  description: 'Creates the only invoice of a paid order. Its number must be neither lost nor used twice.',
  on: 'sales-order',
  to: ['paid'],
  async run(transaction, { id }) {
    await writeInvoice(transaction, id)
  },
})
