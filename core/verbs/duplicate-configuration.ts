// Creates an open copy of a configuration, even if that is ordered or shared.
import { configurationShape } from '../commerce/configuration/shape.js'
import { calculationsArgument, pricesArgument, tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { duplicateConfiguration as runDuplicateConfiguration } from '../commerce/configuration/duplicate.js'

export const duplicateConfiguration = defineVerb({
  name: 'duplicate-configuration',
  description: 'Creates an open copy of a configuration.',
  method: 'POST',
  path: 'configurations/:token/duplicate',
  input: { token: tokenArgument('configuration'), calculations: calculationsArgument(), prices: pricesArgument() },
  query: ['calculations', 'prices'],
  status: 201,
  location: ({ configuration }) => `configurations/${configuration}`,
  access: { arguments: { calculations: 'catalog:read' }, limit: 'starts' },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, calculations, prices }) =>
    runDuplicateConfiguration(shopperContext, token, { calculations, prices }),
})
