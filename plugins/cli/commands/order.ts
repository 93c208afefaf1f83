// Commands for orders: refund a payment, record the outcome of an offline payment, save a document as a PDF file.
import { decimal, createMessage, dropdown, string, NotFoundError, number } from '#core/contract.js'
import { id, type salesPayments } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Refunds a payment in whole or in part. */
export const paymentRefund = defineCliCommand({
  name: 'svc:payment:refund',
  description: 'Refunds a payment. If its provider does not support refunds, records a refund that was made manually.',
  positional: ['payment_id'],
  options: {
    payment_id: id('The id of the payment', { required: true }),
    amount: decimal('Amount', { help: 'In the received currency. Default: the remaining amount.' }),
  },
  examples: ['svc:payment:refund 12', 'svc:payment:refund 12 --amount 19.90'],
  text({ payment_id, status, refunded, received, currency, by_hand }: salesPayments.RefundReport, write) {
    const values = { id: String(payment_id), refunded: String(refunded), received: String(received), currency, status }
    return write(createMessage(by_hand ? 'commands.refundedByHand' : 'commands.refunded', values))
  },
  async run({ open, options }) {
    const { salesPayments } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    return salesPayments.staffPayments.refund(app.shop.createContext({}), options.payment_id, options.amount ?? null)
  },
})

/** Records the outcome of an offline payment: received or failed. */
export const paymentSettle = defineCliCommand({
  name: 'svc:payment:settle',
  description: 'Records the outcome of a payment, like a report of its provider. The order is updated.',
  positional: ['payment_id', 'status'],
  options: {
    payment_id: id('The id of the payment', { required: true }),
    status: dropdown('The result', {
      choices: { paid: 'Paid', failed: 'Failed', cancelled: 'Cancelled' },
      required: true,
    }),
    amount: decimal('Amount', { min: 0, help: 'The received amount. Default: the amount due.' }),
    currency: string('Currency', {
      pattern: { expression: '^[A-Z]{3}$', words: createMessage('fields.currencyCode') },
      help: 'The received currency. Default: the currency of the payment.',
    }),
    message: string('Message', { help: 'For the timeline.' }),
  },
  examples: ['svc:payment:settle 12 paid', 'svc:payment:settle 12 paid --amount 118 --message "Fee taken by the bank"'],
  text({ payment_id, status, changed, remark }: salesPayments.ManualSettlement, write) {
    const values = { id: String(payment_id), status }
    const summary = createMessage(changed ? 'commands.settled' : 'commands.settledBefore', values)
    return [write(summary), remark].filter((part) => part !== '').join(' ')
  },
  async run({ open, options: { payment_id, status, amount, currency, message } }) {
    const { salesPayments } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    return salesPayments.staffPayments.settle(app.shop.createContext({}), payment_id, { status, amount, currency, message })
  },
})

const documentLabels = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  'delivery-note': 'Delivery note',
  quote: 'Quote',
} as const

interface PrintResult {
  readonly file: string
  readonly bytes: number
}

/** Writes a printed document of an order or a quote to a file. */
export const orderPrint = defineCliCommand({
  name: 'svc:order:print',
  description: 'Saves a document of an order or a quote as a PDF file.',
  positional: ['number'],
  options: {
    number: number('Number', { required: true, min: 1, help: 'The number of the order, or of the quote.' }),
    document: dropdown('Document', { choices: documentLabels, help: 'Default: the confirmation.' }),
    out: string('File to write', { help: 'Default: a file with the name of the document in the working folder.' }),
  },
  examples: ['svc:order:print 1001', 'svc:order:print 1001 --document invoice --out invoice.pdf'],
  text: ({ file, bytes }: PrintResult, write) => write(createMessage('commands.bytesWritten', { file, bytes: String(bytes) })),
  async run({ open, options: { number: orderNumber, document = 'confirmation', out } }): Promise<PrintResult> {
    const { salesDocuments } = await import('#core/surface.js')
    const app = await open(withoutStarts)
    const { entity } = salesDocuments.requirePrintedDocument(app.context.registry, document)
    const shopperContext = app.shop.createContext({})
    const isQuote = entity === 'quote'
    const { findByNumber } = salesDocuments.documentKinds[isQuote ? 'quote' : 'sales-order']
    const [id] = await findByNumber(shopperContext, orderNumber)
    if (id === undefined) {
      const key = isQuote ? 'errors.noQuoteWithNumber' : 'errors.noOrderWithNumber'
      throw new NotFoundError(createMessage(key, { number: orderNumber }))
    }
    const { name, bytes } = await salesDocuments.printDocumentById(shopperContext, document, id)
    const file = resolve(out ?? name)
    await writeFile(file, bytes)
    return { file, bytes: bytes.length }
  },
})
