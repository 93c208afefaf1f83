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

interface PrintVerb {
  readonly name: string
  readonly description: string
  readonly path: `${'orders' | 'quotes'}/:token/${string}`
  readonly kind: PrintKind
}

/** Defines a verb that prints a document for its owner. */
const definePrintVerb = ({ name, description, path, kind }: PrintVerb): Verb =>
  defineVerb({
    name,
    description,
    method: 'GET',
    path,
    input: { token: tokenArgument(path.startsWith('orders/') ? 'order' : 'quote') },
    access: { where: 'commerce', limit: 'changes' },
    reply: shape.fileReply(pdfMediaType),
    handler: (shopperContext, { token }) => printOwnDocument(shopperContext, kind, token),
  })

const printInvoice = definePrintVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  path: 'orders/:token/invoice',
  kind: 'invoice',
})

const printOrder = definePrintVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  path: 'orders/:token/print',
  kind: 'confirmation',
})

const printQuote = definePrintVerb({
  name: 'print-quote',
  description: 'Prints a quote as a PDF file.',
  path: 'quotes/:token/print',
  kind: 'quote',
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
