// Prints the confirmation of an order as a PDF file.
import { pdfMediaType } from '../commerce/print/define.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'
import { printOwnDocument } from '../commerce/print/print.js'

export const printOrder = defineVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/print',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => printOwnDocument(shopperContext, 'confirmation', token),
})
