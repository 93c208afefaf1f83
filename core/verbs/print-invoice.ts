// Prints the invoice of a paid order as a PDF file.
import { printedType } from '../commerce/print/define.js'
import { later } from '../ground/later.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/print/print.js'))

export const printInvoice = defineVerb({
  name: 'print-invoice',
  description: 'Prints the invoice of a paid order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/invoice',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(printedType),
  handler: async (visit, { token }) => (await load()).printOwn(visit, 'invoice', token),
})
