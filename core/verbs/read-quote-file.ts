// Reads a file that is stored with a quote.
import { fileReply } from '../model/verb/shape.js'
import { fileArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readOwnQuoteFile } from '../commerce/quote/service.js'

export const readQuoteFile = defineVerb({
  name: 'read-quote-file',
  description: 'Reads an uploaded file of a quote.',
  method: 'GET',
  path: 'quotes/:token/files/:file',
  input: { token: tokenArgument('quote'), file: fileArgument() },
  access: { where: 'commerce' },
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => readOwnQuoteFile(shopperContext, token, id),
})
