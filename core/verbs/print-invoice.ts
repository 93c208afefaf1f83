// Prints the invoice of a paid order as a PDF file.
import { pdfMediaType } from '../commerce/print/define.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { printOwnDocument } from '../commerce/print/print.js'

export const printInvoice = defineVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/invoice',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => printOwnDocument(shopperContext, 'invoice', token),
})
