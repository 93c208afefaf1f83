// Reads a file that was frozen with a quote.
import { later } from '../ground/later.js'
import { file } from '../model/verb/shape.js'
import { fileArgument, tokenArgument } from '../verb/arguments.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/quote/service.js'))

export const readQuoteFile = defineVerb({
  name: 'read-quote-file',
  description: 'Reads a file that was uploaded to what was quoted.',
  method: 'GET',
  path: 'quotes/:token/files/:file',
  input: { token: tokenArgument('quote'), file: fileArgument() },
  access: { where: 'commerce' },
  // Whatever a shopper sent, it is saved and never shown.
  reply: file('application/octet-stream'),
  handler: async (visit, { token, file: id }) => (await load()).readOwnQuoteFile(visit, token, id),
})
