// Previews a selection: the price, and the selections that it would add or remove.
import { previewShape } from '../commerce/configuration/shape.js'
import { questionArgument, tokenArgument, valueArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { previewChange as runPreviewChange } from '../commerce/configuration/preview.js'

export const previewChange = defineVerb({
  name: 'preview-change',
  description: 'Previews the effects of a selection without changing anything.',
  method: 'POST',
  path: 'configurations/:token/preview',
  input: { token: tokenArgument('configuration'), question_id: questionArgument(), value: valueArgument() },
  access: {},
  reply: previewShape,
  handler: async (shopperContext, { token, question_id, value }) =>
    runPreviewChange(shopperContext, token, { question_id, value: value ?? null }),
})
