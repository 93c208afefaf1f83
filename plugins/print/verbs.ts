// Prints the confirmation of an order as a PDF file.
import { pdfMediaType } from './define.js'
import { lazyImport } from '../../core/foundation/lazy-import.js'
import { file } from '../../core/model/verb/shape.js'
import { tokenArgument } from '../../core/verb/arguments.js'
import { defineVerb } from '../../core/verb/define.js'

const load = lazyImport(() => import('../../core/commerce/document/print.js'))

export const printOrder = defineVerb({
  name: 'print-order',
  description: 'Prints the confirmation of an order as a PDF file.',
  method: 'GET',
  path: 'orders/:token/print',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => (await load()).printOwnDocument(shopperContext, 'confirmation', token),
})
