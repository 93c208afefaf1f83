// The verbs with which shoppers print their orders, invoices and quotes.
import {
  defineVerb,
  printOwnCreditNote,
  printOwnDocument,
  recordIdArgument,
  shape,
  tokenArgument,
} from 'product-configurator-service'
import { pdfMediaType } from './define.js'

export const printInvoice = defineVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/invoice',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.file(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'invoice', token),
})

export const printOrder = defineVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/print',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.file(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'confirmation', token),
})

export const printQuote = defineVerb({
  name: 'print-quote',
  description: 'Prints a quote as a PDF file.',
  method: 'GET',
  path: 'quotes/:token/print',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.file(pdfMediaType),
  handler: (shopperContext, { token }) => printOwnDocument(shopperContext, 'quote', token),
})

export const printCreditNote = defineVerb({
  name: 'print-credit-note',
  description: 'Prints a credit note of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/credit-notes/:id',
  input: { token: tokenArgument('order'), id: recordIdArgument('credit note') },
  access: { where: 'commerce', limit: 'changes' },
  reply: shape.file(pdfMediaType),
  handler: (shopperContext, { token, id }) => printOwnCreditNote(shopperContext, 'credit-note', token, id),
})
