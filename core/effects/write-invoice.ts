// The invoice that follows payment.
import { writeInvoice } from '../commerce/invoice/write-invoice.js'
import { defineEffect } from '../commerce/state/define.js'

export const writeInvoiceEffect = defineEffect({
  name: 'write-invoice',
  description: 'Makes the one invoice of an order that was paid: its number may neither be lost nor given twice.',
  on: 'sales-order',
  to: ['paid'],
  async run(work, { id }) {
    await writeInvoice(work, id)
  },
})
