// Prints orders and quotes: confirmations, invoices, delivery notes and quotes as PDF files.
import {
  type Plugin,
  defineVerb,
  printOwnCreditNote,
  printOwnDocument,
  recordIdArgument,
  shape,
  tokenArgument,
} from 'product-configurator-service'
import { listFontFiles, printedDocuments, printing } from './documents.js'
import { printJob } from './printer.js'
import { pdfMediaType } from './define.js'

const printInvoice = defineVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/invoice',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.fileReply(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'invoice', token),
})

const printOrder = defineVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/print',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.fileReply(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'confirmation', token),
})

const printQuote = defineVerb({
  name: 'print-quote',
  description: 'Prints a quote as a PDF file.',
  method: 'GET',
  path: 'quotes/:token/print',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.fileReply(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'quote', token),
})

const printCreditNote = defineVerb({
  name: 'print-credit-note',
  description: 'Prints a credit note of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/credit-notes/:id',
  input: { token: tokenArgument('order'), id: recordIdArgument('credit note') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.fileReply(pdfMediaType),
  handler: (shopperContext, { token, id }) => printOwnCreditNote(shopperContext, 'credit-note', token, id),
})

export const print: Plugin = {
  name: 'print',
  core: '^0.1.0',
  contributes: {
    printedDocuments,
    jobs: [printJob],
    verbs: [printCreditNote, printInvoice, printOrder, printQuote],
    healthChecks: [printing],
  },
  /** Throws NOT_READY if a font of the shop cannot be read. */
  async start({ config }) {
    const fonts = listFontFiles(config)
    if (fonts.length > 0) await (await import('./pdf/faces.js')).loadFaces(fonts)
  },
}
