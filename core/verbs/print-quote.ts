// Prints a quote as a PDF file.
import { pdfMediaType } from '../../plugins/print/define.js'
import { lazyImport } from '../foundation/lazy-import.js'
import { file } from '../model/verb/shape.js'
import { tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = lazyImport(() => import('../commerce/document/print.js'))

export const printQuote = defineVerb({
  name: 'print-quote',
  description: 'Prints a quote as a PDF file.',
  method: 'GET',
  path: 'quotes/:token/print',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce', limit: 'changes' },
  reply: file(pdfMediaType),
  handler: async (shopperContext, { token }) => (await load()).printOwnDocument(shopperContext, 'quote', token),
})
