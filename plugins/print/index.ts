// Prints orders and quotes: confirmations, invoices, delivery notes and quotes as PDF files.
import type { Plugin } from 'product-configurator-service'
import { listFontFiles, printedDocuments } from './documents.js'
import { printing } from './health-check.js'
import { printJob } from './job.js'
import { printSentences } from './translations/index.js'
import { printCreditNote, printInvoice, printOrder, printQuote } from './verbs.js'

export const print: Plugin = {
  name: 'print',
  core: '^0.1.0',
  contributes: {
    printedDocuments,
    jobs: [printJob],
    verbs: [printCreditNote, printInvoice, printOrder, printQuote],
    healthChecks: [printing],
    translations: printSentences,
  },
  /** Throws NOT_READY if a font of the shop cannot be read. */
  async start({ config }) {
    const fonts = listFontFiles(config)
    if (fonts.length > 0) await (await import('./pdf/faces.js')).loadFaces(fonts)
  },
}
