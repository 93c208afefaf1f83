// Prints a quote as a PDF file.
import { pdfMediaType } from '../commerce/print/define.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { printOwnDocument } from '../commerce/print/print.js'

export const printQuote = defineVerb({
  name: 'print-quote',
  description: 'Prints a quote as a PDF file.',
  method: 'GET',
  path: 'quotes/:token/print',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => printOwnDocument(shopperContext, 'quote', token),
})
