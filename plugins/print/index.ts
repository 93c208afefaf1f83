// Prints orders and quotes: confirmations, invoices, delivery notes and quotes as PDF files.
import {
  type Plugin,
  defineVerb,
  printOwnCreditNote,
  printOwnDocument,
  recordIdArgument,
  shape,
  tokenArgument,
  type Verb,
} from 'product-configurator-service'
import { listFontFiles, printedDocuments, printing } from './documents.js'
import { printJob } from './printer.js'
import { pdfMediaType, type PrintKind } from './define.js'

function definePrintVerb(
  name: string,
  description: string,
  path: `${'orders' | 'quotes'}/:token/${string}`,
  kind: PrintKind,
): Verb {
  return defineVerb({
    name,
    description,
    method: 'GET',
    path,
    input: { token: tokenArgument(path.startsWith('orders/') ? 'order' : 'quote') },
    access: { where: 'commerce', limit: 'changes' },
    reply: shape.fileReply(pdfMediaType),
    handler: (shopperContext, { token }) => printOwnDocument(shopperContext, kind, token),
  })
}

const printInvoice = definePrintVerb(
  'print-invoice',
  'Prints the invoice of a paid order as a PDF file.',
  'orders/:token/invoice',
  'invoice',
)
const printOrder = definePrintVerb(
  'print-order',
  'Prints the confirmation of an order as a PDF file.',
  'orders/:token/print',
  'confirmation',
)
const printQuote = definePrintVerb('print-quote', 'Prints a quote as a PDF file.', 'quotes/:token/print', 'quote')

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
