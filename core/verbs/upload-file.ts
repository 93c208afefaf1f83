// Uploads a file for a question.
import { uploadShape } from '../commerce/configuration/shape.js'
import { string } from '../model/properties/string.js'
import { questionArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { uploadFile as runUploadFile } from '../commerce/configuration/service.js'

export const uploadFile = defineVerb({
  name: 'upload-file',
  description: 'Uploads a file to a configuration. Its id can then be selected.',
  method: 'POST',
  path: 'configurations/:token/uploads',
  input: {
    token: tokenArgument('configuration'),
    question_id: questionArgument(),
    name: string('Name', { required: true, length: 1_000, help: "It takes the file's name." }),
  },
  query: ['question_id', 'name'],
  contentLimit: 20 * 1_048_576,
  status: 201,
  access: { limit: 'starts' },
  reply: uploadShape,
  handler: async (shopperContext, { token, question_id, name }) =>
    runUploadFile(shopperContext, token, {
      question_id,
      name,
      bytes: shopperContext.content ?? new Uint8Array(),
    }),
})
