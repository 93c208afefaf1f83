// Creates the invoice of a paid order.
import { writeInvoice } from '../commerce/invoice/write-invoice.js'
import { defineEffect } from '../commerce/state/define.js'

export const writeInvoiceEffect = defineEffect({
  name: 'write-invoice',
  description: 'Creates the only invoice of a paid order. Its number must be neither lost nor used twice.',
  on: 'sales-order',
  to: ['paid'],
  async run(transaction, { id }) {
    await writeInvoice(transaction, id)
  },
})
