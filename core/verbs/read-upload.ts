// Reads a file that was uploaded to a configuration.
import { fileReply } from '../model/verb/shape.js'
import { fileArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readUpload as runReadUpload } from '../commerce/configuration/service.js'

export const readUpload = defineVerb({
  name: 'read-upload',
  description: 'Reads a file that was uploaded to a configuration.',
  method: 'GET',
  path: 'configurations/:token/uploads/:file',
  input: { token: tokenArgument('configuration'), file: fileArgument() },
  access: {},
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => runReadUpload(shopperContext, token, id),
})
