// Prints the invoice of a paid order as a PDF file.
import { pdfMediaType } from '../../plugins/print/define.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/document/print.js'))

export const printInvoice = defineVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/invoice',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => (await load()).printOwnDocument(shopperContext, 'invoice', token),
})
