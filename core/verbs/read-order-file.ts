// Reads a file that is stored with an order.
import { fileReply } from '../model/verb/shape.js'
import { fileArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readOwnOrderFile } from '../commerce/order/service.js'

export const readOrderFile = defineVerb({
  name: 'read-order-file',
  description: 'Reads an uploaded file of an order.',
  method: 'GET',
  path: 'orders/:token/files/:file',
  input: { token: tokenArgument('order'), file: fileArgument() },
  access: { where: 'commerce' },
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => readOwnOrderFile(shopperContext, token, id),
})
