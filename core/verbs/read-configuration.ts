// Reads a whole configuration, evaluated with the current catalogue.
import { configurationShape } from '../commerce/configuration/shape.js'
import { calculationsArgument, fullArgument, tokenArgument, pricesArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readConfiguration as runReadConfiguration } from '../commerce/configuration/service.js'

export const readConfiguration = defineVerb({
  name: 'read-configuration',
  description: 'Reads a configuration.',
  method: 'GET',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  access: { arguments: { calculations: 'catalog:read' } },
  reply: configurationShape,
  handler: async (shopperContext, { token, full, calculations, prices }) =>
    runReadConfiguration(shopperContext, token, { full, calculations, prices }),
})
