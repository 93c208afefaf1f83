// Prints the confirmation of an order as a PDF file.
import { printedType } from '../commerce/print/define.js'
import { later } from '../ground/later.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/print/print.js'))

export const printOrder = defineVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/print',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(printedType),
  handler: async (visit, { token }) => (await load()).printOwn(visit, 'confirmation', token),
})
